import { ArrowLeft, SearchX } from 'lucide-react';
import { useRef } from 'react';
import { data, Form, Link, useNavigation } from 'react-router';
import { isUuid } from '#app/endpoints/http/is-uuid.ts';
import { getShop, getVisitor } from '#app/request-context.ts';
import { explainTicketRefusal } from '#app/routes/messages/explain-ticket-refusal.ts';
import { FAILURE_TITLE, SESSION_ENDED, type MessageAnswer } from '#app/routes/messages/message-answer.ts';
import { refuseMessage } from '#app/routes/messages/post-message.ts';
import { preserveWords } from '#app/routes/messages/post-ticket.ts';
import { ReplyForm } from '#app/routes/messages/reply-form.tsx';
import { sendOrPreserve } from '#app/routes/messages/send-or-preserve.ts';
import { ThreadMessages } from '#app/routes/messages/thread-messages.tsx';
import { describeAge, TICKET_WORDS } from '#app/routes/messages/ticket-words.ts';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { Button } from '#app/ui/form/button.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { Badge } from '#app/ui/list/badge.tsx';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { useLiveRefresh } from '#app/ui/live/use-live-refresh.ts';
import { useNow } from '#app/ui/live/use-now.ts';
import { answerTicket } from '#shop/tickets/answer-ticket.ts';
import { fillReadyAnswer, listReadyAnswers } from '#shop/tickets/ready-answers.ts';
import { readStaffTicket, type StaffTicket } from '#shop/tickets/read-ticket.ts';
import { setTicketState } from '#shop/tickets/set-ticket-state.ts';
import { loadScreen } from '../../load-screen.ts';
import { readForm, textOf } from '../../read-form.ts';
import { requireStaff } from '../require-staff.ts';
import type { Route } from './+types/ticket';
import { ReadyAnswerPicker, type FilledAnswer } from './ready-answer-picker.tsx';
import { TicketFacts } from './ticket-facts.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Atendimento');

const FAILURE = {
  title: 'Erro ao carregar atendimento',
  description: 'Não foi possível carregar o atendimento.',
};

/** `?resposta=` names a ready-made answer that stands in the form at first: for browsers without scripts. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  await requireStaff(context, 'tickets');
  const shop = getShop(context);
  return loadScreen(context, FAILURE, async () => {
    const id = params.id.toLowerCase();
    const [ticket, ready] = await Promise.all([
      isUuid(id) ? readStaffTicket(shop, id) : null,
      listReadyAnswers(shop),
    ]);
    if (!ticket) return data({ ticket: null }, { status: 404 });
    const about = { name: ticket.customer.name, orderId: ticket.orderId, skin: ticket.skinName };
    const answers = ready.map(({ id, title, body }): FilledAnswer => ({
      id,
      title,
      text: fillReadyAnswer(body, about),
    }));
    const chosen = url.searchParams.get('resposta');
    const prefill = answers.find(({ id }) => id === chosen)?.text;
    return { ticket, answers, prefill, now: shop.now() };
  });
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const form = await readForm(request);
  const text = textOf(form, 'message');
  const typed = { message: text };
  // No redirect here: it would take the typed text away.
  if (!(await getVisitor(context).session()))
    return refuseMessage(401, { title: FAILURE_TITLE, description: SESSION_ENDED }, typed);
  const { user } = await requireStaff(context, 'tickets');
  if (!isUuid(params.id)) throw data(null, { status: 404 });
  const shop = getShop(context);
  const ticketId = params.id.toLowerCase();
  const marked = (['open', 'solved'] as const).find((state) => state === form.get('mark'));
  if (marked) {
    const set = await setTicketState(shop, { actorUserId: user.id, ticketId, state: marked });
    if (!set.ok) throw data(null, { status: 404 });
    // What is typed beside the button stays: nothing was sent.
    return data<MessageAnswer>({ sent: false, failure: undefined, typed: {} });
  }
  return preserveWords(context, typed, async () => {
    const answered = await answerTicket(shop, {
      actorUserId: user.id,
      ticketId,
      text,
      seen: textOf(form, 'seen'),
      solve: form.get('finish') === 'solve',
    });
    return answered.ok
      ? data<MessageAnswer>({ sent: true, failure: undefined, typed: {} })
      : explainTicketRefusal(context, answered, typed);
  });
}

export const clientAction = (args: Route.ClientActionArgs) => sendOrPreserve(args);

export default function AdminTicket({ loaderData, actionData }: Route.ComponentProps) {
  useLiveRefresh('staff-tickets');
  if ('failure' in loaderData) return <LoadFailure {...loaderData.failure} />;
  if (!loaderData.ticket) {
    return (
      <EmptyState as="h2" icon={SearchX} title="Atendimento não encontrado">
        <LinkButton to="/admin/atendimento" variant="outline">
          Ver os atendimentos
        </LinkButton>
      </EmptyState>
    );
  }
  const { ticket, answers, prefill, now } = loaderData;
  return <OpenTicket ticket={ticket} answers={answers} prefill={prefill} readAt={now} answer={actionData} />;
}

function OpenTicket({
  ticket,
  answers,
  prefill,
  readAt,
  answer,
}: {
  ticket: StaffTicket;
  answers: FilledAnswer[];
  prefill: string | undefined;
  readAt: Date;
  answer: MessageAnswer | undefined;
}) {
  const now = useNow(readAt);
  const isBusy = useNavigation().formMethod === 'POST';
  const field = useRef<HTMLTextAreaElement>(null);
  // Behind what is typed already.
  const addText = (text: string) => {
    const area = field.current;
    if (!area) return;
    area.value = area.value.trim() === '' ? text : `${area.value.trimEnd()}\n\n${text}`;
    area.focus();
  };
  const { label, tone } = TICKET_WORDS[ticket.state];
  const last = ticket.replies.at(-1);
  const customer = ticket.customer.name.trim() || ticket.customer.email;
  const isSolved = ticket.state === 'solved';
  return (
    <section aria-labelledby="ticket-title" className="max-w-[1120px] pt-3">
      <Link
        to="/admin/atendimento"
        className="-ml-3 inline-flex min-h-11 items-center gap-2 rounded-control px-3 text-sm font-medium text-muted hover:bg-raised hover:text-text"
      >
        <ArrowLeft aria-hidden="true" className="size-4" strokeWidth={1.75} />
        Atendimento
      </Link>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-3">
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <h2 id="ticket-title" className="mr-1 min-w-0 text-lg break-words">
            {ticket.subject}
          </h2>
          <Badge tone={tone}>{label}</Badge>
        </div>
        <Form method="post">
          <Button
            type="submit"
            variant="outline"
            name="mark"
            value={isSolved ? 'open' : 'solved'}
            loading={isBusy}
          >
            {isSolved ? 'Reabrir' : 'Marcar como resolvido'}
          </Button>
        </Form>
      </div>
      <div className="mt-4 grid gap-6 lg:grid-cols-[minmax(0,1fr)_320px] lg:items-start">
        <TicketFacts ticket={ticket} />
        <div className="flex min-w-0 flex-col gap-6 lg:order-first">
          <div aria-live="polite">
            <ThreadMessages
              replies={ticket.replies.map((reply) => ({
                ...reply,
                author: reply.from === 'staff' ? reply.author?.trim() || 'Equipe' : customer,
                isMine: reply.from === 'staff',
              }))}
            />
          </div>
          <div className="rounded-card border border-line bg-surface p-4 sm:p-6">
            {last?.from === 'staff' && (
              <p className="mb-3 text-sm text-muted">
                Respondido há {describeAge(last.createdAt, now)} por {last.author?.trim() || 'Equipe'}.
              </p>
            )}
            <ReadyAnswerPicker answers={answers} onUse={addText} />
            <ReplyForm answer={answer} label="Resposta" prefill={prefill} field={field}>
              <input type="hidden" name="seen" value={last?.id ?? ''} />
              <Button type="submit" variant="outline" name="finish" value="solve" loading={isBusy}>
                Enviar e resolver
              </Button>
            </ReplyForm>
            <p className="mt-3 text-xs [overflow-wrap:anywhere] text-muted">
              {ticket.mailedTo
                ? `A pessoa lê a resposta na loja e recebe um e-mail em ${ticket.mailedTo}.`
                : 'Esta pessoa não confirmou o e-mail: ela lê a resposta só na loja.'}
            </p>
          </div>
        </div>
      </div>
    </section>
  );
}
