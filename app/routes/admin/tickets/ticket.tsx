import { SearchX } from 'lucide-react';
import { useRef } from 'react';
import { data } from 'react-router';
import { isUuid } from '#app/endpoints/http/is-uuid.ts';
import { FAILURE_TITLE } from '#app/routes/messages/message-answer.ts';
import { ThreadMessages } from '#app/routes/messages/thread-messages.tsx';
import { describeAge, TICKET_WORDS } from '#app/routes/messages/ticket-words.ts';
import { BackLink } from '#app/ui/form/back-link.tsx';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import type { FormAnswer } from '#app/ui/form/form-answer.ts';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { AreaField, OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { Badge } from '#app/ui/list/badge.tsx';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { useLiveRefresh } from '#app/ui/live/use-live-refresh.ts';
import { useNow } from '#app/ui/live/use-now.ts';
import { fillReadyAnswer, listReadyAnswers } from '#shop/tickets/ready-answers.ts';
import { readStaffTicket, type StaffTicket } from '#shop/tickets/read-ticket.ts';
import { TICKET_LIMITS } from '#shop/tickets/ticket.ts';
import { staffLoader } from '../staff-loader.ts';
import type { Route } from './+types/ticket';
import { ReadyAnswerPicker, type FilledAnswer } from './ready-answer-picker.tsx';
import { TicketFacts } from './ticket-facts.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Atendimento');

/** `?resposta=` names a ready-made answer that stands in the form at first: for browsers without scripts. */
export const loader = staffLoader('tickets', 'o atendimento', async ({ shop, params, url }) => {
  const id = (params.id ?? '').toLowerCase();
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

export { answerForm as action } from '#app/doors/answer-form.ts';
export { preserveTyped as clientAction } from '#app/doors/preserve-typed.ts';

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
  const answer = actionData as FormAnswer | undefined;
  return <OpenTicket ticket={ticket} answers={answers} prefill={prefill} readAt={now} answer={answer} />;
}

interface OpenTicketProps {
  ticket: StaffTicket;
  answers: FilledAnswer[];
  prefill: string | undefined;
  readAt: Date;
  answer: FormAnswer | undefined;
}

function OpenTicket({ ticket, answers, prefill, readAt, answer }: OpenTicketProps) {
  const now = useNow(readAt);
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
  const seen = { seen: last?.id ?? '' };
  const customer = ticket.customer.name.trim() || ticket.customer.email;
  const isSolved = ticket.state === 'solved';
  const isAnswered = answer?.ok && answer.do === 'tickets.answer';
  return (
    <section aria-labelledby="ticket-title" className="max-w-[1120px] pt-3">
      <BackLink to="/admin/atendimento">Atendimento</BackLink>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-3">
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <h2 id="ticket-title" className="mr-1 min-w-0 text-lg break-words">
            {ticket.subject}
          </h2>
          <Badge tone={tone}>{label}</Badge>
        </div>
        <OperationForm
          does="tickets.set_state"
          fixed={{ ticketId: ticket.id, state: isSolved ? 'open' : 'solved' }}
          untyped={seen}
          failed="Atendimento não alterado"
          about="message"
        >
          <SubmitButton variant="outline">{isSolved ? 'Reabrir' : 'Marcar como resolvido'}</SubmitButton>
        </OperationForm>
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
            <OperationForm
              does="tickets.answer"
              fixed={{ ticketId: ticket.id }}
              untyped={seen}
              done={{ title: 'Resposta enviada' }}
              failed={FAILURE_TITLE}
              about="message"
              onDone={() => field.current && (field.current.value = '')}
              className="flex flex-col gap-3"
            >
              <AreaField
                ref={field}
                label="Resposta"
                name="text"
                required
                maxLength={TICKET_LIMITS.text}
                defaultValue={isAnswered ? '' : prefill}
              />
              <div className="flex flex-col gap-2 sm:flex-row sm:flex-wrap">
                <SubmitButton loadingLabel="Enviando...">Enviar resposta</SubmitButton>
                <SubmitButton variant="outline" name="state" value="solved">
                  Enviar e resolver
                </SubmitButton>
              </div>
            </OperationForm>
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
