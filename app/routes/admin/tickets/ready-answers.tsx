import { ArrowLeft } from 'lucide-react';
import { data, Form, Link, useNavigation } from 'react-router';
import { isUuid } from '#app/endpoints/http/is-uuid.ts';
import { getShop, getVisitor } from '#app/request-context.ts';
import { SESSION_ENDED } from '#app/routes/messages/message-answer.ts';
import { FailureNote, useFailure } from '#app/ui/feedback/failure-note.tsx';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import type { ScreenFailure } from '#app/ui/feedback/screen-failure.ts';
import { Button } from '#app/ui/form/button.tsx';
import { TextArea } from '#app/ui/form/text-area.tsx';
import { TextField } from '#app/ui/form/text-field.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import {
  deleteReadyAnswer,
  listReadyAnswers,
  READY_ANSWER_LIMITS,
  saveReadyAnswer,
  type ReadyAnswer,
} from '#shop/tickets/ready-answers.ts';
import { preserveForm } from '../../preserve-form.ts';
import { loadScreen } from '../../load-screen.ts';
import { readForm, textOf } from '../../read-form.ts';
import { requireStaff } from '../require-staff.ts';
import type { Route } from './+types/ready-answers';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Respostas prontas');

const FAILURE = {
  title: 'Erro ao carregar respostas',
  description: 'Não foi possível carregar as respostas.',
};
const NOT_SAVED = 'Resposta não salva';

interface Answer {
  /** Of which form: an id, or '' of the new one. */
  form: string;
  saved: boolean;
  failure: ScreenFailure | undefined;
  typed: { title: string; body: string } | undefined;
}

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, 'tickets');
  return loadScreen(context, FAILURE, async () => ({ answers: await listReadyAnswers(getShop(context)) }));
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request);
  const [id, title, body] = [textOf(form, 'id'), textOf(form, 'title'), textOf(form, 'body')];
  const refuse = (status: number, description: string, field?: string) =>
    data<Answer>(
      {
        form: id,
        saved: false,
        failure: { title: NOT_SAVED, description, ...(field ? { field } : {}) },
        typed: { title, body },
      },
      { status },
    );
  // No redirect here: it would take the typed text away.
  if (!(await getVisitor(context).session())) return refuse(401, SESSION_ENDED);
  const { user } = await requireStaff(context, 'tickets');
  const shop = getShop(context);
  if (id !== '' && !isUuid(id)) throw data(null, { status: 400 });
  const taken = data<Answer>({ form: id, saved: true, failure: undefined, typed: undefined });
  if (form.get('do') === 'delete') {
    if (id !== '') await deleteReadyAnswer(shop, { actorUserId: user.id, id });
    return taken;
  }
  const saved = await saveReadyAnswer(shop, {
    actorUserId: user.id,
    id: id === '' ? null : id.toLowerCase(),
    title,
    body,
  });
  if (saved.ok) return taken;
  switch (saved.reason) {
    case 'invalid':
      return saved.fields.title
        ? refuse(422, saved.fields.title, 'title')
        : refuse(422, saved.fields.body ?? '', 'body');
    case 'not_found':
      return refuse(404, 'Esta resposta foi apagada. Seu texto foi mantido: salve-o como uma nova.');
    case 'too_many':
      return refuse(422, `São no máximo ${READY_ANSWER_LIMITS.count} respostas. Apague uma antes.`);
  }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = textOf(await request.clone().formData(), 'id');
  return preserveForm({ request, title: NOT_SAVED }, serverAction, (failure): Answer => ({
    form,
    saved: false,
    failure,
    typed: undefined,
  }));
}

/** Staff write here once what they would write forty times. */
export default function ReadyAnswers({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <section aria-labelledby="answers-title" className="max-w-[760px] pt-3">
      <Link
        to="/admin/atendimento"
        className="-ml-3 inline-flex min-h-11 items-center gap-2 rounded-control px-3 text-sm font-medium text-muted hover:bg-raised hover:text-text"
      >
        <ArrowLeft aria-hidden="true" className="size-4" strokeWidth={1.75} />
        Atendimento
      </Link>
      <h2 id="answers-title" className="mt-1 text-lg">
        Respostas prontas
      </h2>
      <p className="mt-1 mb-4 max-w-[68ch] text-sm text-muted">
        Ao usar uma resposta, {'{nome}'}, {'{pedido}'} e {'{skin}'} viram os do atendimento. Você ainda pode
        mudar o texto antes de enviar.
      </p>
      {'failure' in loaderData ? (
        <LoadFailure {...loaderData.failure} />
      ) : (
        <div className="flex flex-col gap-3">
          {loaderData.answers.map((answer) => (
            <details
              key={answer.id}
              open={actionData?.form === answer.id && !actionData.saved}
              className="rounded-card border border-line bg-surface"
            >
              <summary className="flex min-h-11 cursor-pointer items-center px-4 py-3 font-medium break-words">
                {answer.title}
              </summary>
              <AnswerForm
                answer={answer}
                result={actionData?.form === answer.id ? actionData : undefined}
                className="border-t border-line p-4"
              />
            </details>
          ))}
          <div className="mt-3 rounded-card border border-line bg-surface p-4 sm:p-6">
            <h3 className="mb-4 text-base">Nova resposta</h3>
            {/* A new one after each that was saved: its fields are empty again. */}
            <AnswerForm
              key={loaderData.answers.length}
              answer={null}
              result={actionData?.form === '' ? actionData : undefined}
            />
          </div>
        </div>
      )}
    </section>
  );
}

function AnswerForm({
  answer,
  result,
  className = '',
}: {
  answer: ReadyAnswer | null;
  result: Answer | undefined;
  className?: string;
}) {
  const noteId = `note-${answer?.id ?? 'new'}`;
  const isBusy = useNavigation().formMethod === 'POST';
  const { form, markOf } = useFailure(result?.failure, noteId);
  return (
    <Form ref={form} method="post" noValidate className={`flex flex-col gap-4 ${className}`}>
      <FailureNote failure={result?.failure} noteId={noteId} />
      <input type="hidden" name="id" value={answer?.id ?? ''} />
      <TextField
        label="Nome"
        name="title"
        required
        maxLength={READY_ANSWER_LIMITS.title}
        defaultValue={result?.typed?.title ?? answer?.title}
        {...markOf('title')}
      />
      <TextArea
        label="Resposta"
        name="body"
        required
        maxLength={READY_ANSWER_LIMITS.body}
        defaultValue={result?.typed?.body ?? answer?.body}
        {...markOf('body')}
      />
      <div className="flex flex-col gap-2 sm:flex-row">
        <Button type="submit" loading={isBusy} loadingLabel="Salvando...">
          {answer ? 'Salvar resposta' : 'Criar resposta'}
        </Button>
        {answer && (
          <Button type="submit" variant="danger" name="do" value="delete" loading={isBusy}>
            Apagar<span className="sr-only"> {answer.title}</span>
          </Button>
        )}
      </div>
    </Form>
  );
}
