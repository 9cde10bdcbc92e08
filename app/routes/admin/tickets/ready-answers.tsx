import { BackLink } from '#app/ui/form/back-link.tsx';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { Button } from '#app/ui/form/button.tsx';
import type { FormAnswer } from '#app/ui/form/form-answer.ts';
import { AreaField, Field, OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { listReadyAnswers, type ReadyAnswer } from '#shop/tickets/ready-answers.ts';
import { READY_ANSWER_LIMITS } from '#shop/tickets/ticket.ts';
import { staffLoader } from '../staff-loader.ts';
import type { Route } from './+types/ready-answers';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Respostas prontas');

export const loader = staffLoader('tickets', 'as respostas', async ({ shop }) => ({
  answers: await listReadyAnswers(shop),
}));

export { answerForm as action } from '#app/doors/answer-form.ts';
export { preserveTyped as clientAction } from '#app/doors/preserve-typed.ts';

/** Staff write here once what they would write forty times. */
export default function ReadyAnswers({ loaderData, actionData }: Route.ComponentProps) {
  const posted = actionData as FormAnswer | undefined;
  const answers = 'answers' in loaderData ? loaderData.answers : [];
  // Of a page without scripts: the answer that is refused stays open; one that is gone goes on as a new one.
  const refused = posted && !posted.ok ? posted.typed : undefined;
  const isGone = refused?.answerId !== undefined && answers.every(({ id }) => id !== refused.answerId);
  return (
    <section aria-labelledby="answers-title" className="max-w-[760px] pt-3">
      <BackLink to="/admin/atendimento">Atendimento</BackLink>
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
          {answers.map((answer) => (
            <details
              key={answer.id}
              open={refused?.answerId === answer.id}
              className="rounded-card border border-line bg-surface"
            >
              <summary className="flex min-h-11 cursor-pointer items-center px-4 py-3 font-medium break-words">
                {answer.title}
              </summary>
              <div className="border-t border-line p-4">
                <AnswerForm answer={answer} />
              </div>
            </details>
          ))}
          <div className="mt-3 rounded-card border border-line bg-surface p-4 sm:p-6">
            <h3 className="mb-4 text-base">Nova resposta</h3>
            <AnswerForm draft={isGone ? refused : undefined} />
          </div>
        </div>
      )}
    </section>
  );
}

function AnswerForm({ answer, draft }: { answer?: ReadyAnswer; draft?: FormAnswer['typed'] | undefined }) {
  const about = { fixed: answer ? { answerId: answer.id } : {}, about: 'message' } as const;
  const deletion = `apagar-${answer?.id}`;
  return (
    <>
      <OperationForm
        {...about}
        does={answer ? 'ready_answers.update' : 'ready_answers.create'}
        failed="Resposta não salva"
        clearsWhenDone={!answer}
        draft={draft}
        className="flex flex-col gap-4"
      >
        <Field
          label="Nome"
          name="title"
          required
          maxLength={READY_ANSWER_LIMITS.title}
          defaultValue={answer?.title}
        />
        <AreaField
          label="Resposta"
          name="body"
          required
          maxLength={READY_ANSWER_LIMITS.body}
          defaultValue={answer?.body}
        />
        <div className="flex flex-col gap-2 sm:flex-row">
          <SubmitButton loadingLabel="Salvando...">
            {answer ? 'Salvar resposta' : 'Criar resposta'}
          </SubmitButton>
          {answer && (
            <Button type="submit" variant="danger" form={deletion}>
              Apagar<span className="sr-only"> {answer.title}</span>
            </Button>
          )}
        </div>
      </OperationForm>
      {answer && (
        <OperationForm {...about} id={deletion} does="ready_answers.delete" failed="Resposta não apagada">
          {null}
        </OperationForm>
      )}
    </>
  );
}
