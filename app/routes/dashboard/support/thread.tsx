import { SearchX } from 'lucide-react';
import { data } from 'react-router';
import { isUuid } from '#app/endpoints/http/is-uuid.ts';
import { FAILURE_TITLE, SESSION_ENDED } from '#app/routes/messages/message-answer.ts';
import { refuseMessage } from '#app/routes/messages/post-message.ts';
import { postTicket } from '#app/routes/messages/post-ticket.ts';
import { readMessageForm } from '#app/routes/messages/read-message-form.ts';
import { ReplyForm } from '#app/routes/messages/reply-form.tsx';
import { sendOrPreserve } from '#app/routes/messages/send-or-preserve.ts';
import { ThreadMessages } from '#app/routes/messages/thread-messages.tsx';
import { TICKET_WORDS } from '#app/routes/messages/ticket-words.ts';
import { BackLink } from '#app/ui/form/back-link.tsx';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { useBrand } from '#app/ui/frame/brand.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { Badge } from '#app/ui/list/badge.tsx';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { useLiveRefresh } from '#app/ui/live/use-live-refresh.ts';
import { readOwnTicket } from '#shop/tickets/read-ticket.ts';
import { replyToTicket } from '#shop/tickets/reply-to-ticket.ts';
import { useKept } from '#app/ui/form/use-kept.ts';
import { textOf } from '../../read-form.ts';
import { loadOwn } from '../load-own.ts';
import type { Route } from './+types/thread';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Conversa com o suporte');

const FAILURE = { title: 'Erro ao carregar conversa', description: 'Não foi possível carregar a conversa.' };

export function loader({ params, ...args }: Route.LoaderArgs) {
  return loadOwn(args, FAILURE, async (shop, { user }) => {
    const id = params.id.toLowerCase();
    const ticket = isUuid(id) ? await readOwnTicket(shop, { userId: user.id, id }) : null;
    return ticket ? { ticket } : data({ ticket: null }, { status: 404 });
  });
}

export function action({ context, request, params }: Route.ActionArgs) {
  return readMessageForm(context, request, async (form, userId) => {
    const text = textOf(form, 'message');
    // No redirect here: it would take the typed text away.
    if (userId === null)
      return refuseMessage(401, { title: FAILURE_TITLE, description: SESSION_ENDED }, { message: text });
    if (!isUuid(params.id)) throw data(null, { status: 404 });
    const said = { userId, typed: { message: text }, picture: form.get('picture') };
    return postTicket(context, replyToTicket, { ticketId: params.id, text }, said);
  });
}

export const clientAction = (args: Route.ClientActionArgs) => sendOrPreserve(args);

export default function Thread({ loaderData, actionData: posted }: Route.ComponentProps) {
  const actionData = useKept(posted);
  useLiveRefresh('tickets');
  const { name: brandName } = useBrand();
  if ('failure' in loaderData) return <LoadFailure {...loaderData.failure} />;
  const { ticket } = loaderData;
  if (!ticket) {
    return (
      <EmptyState as="h1" icon={SearchX} title="Conversa não encontrada">
        <LinkButton to="/dashboard/suporte" variant="outline">
          Ver o suporte
        </LinkButton>
      </EmptyState>
    );
  }
  const { label, tone } = TICKET_WORDS[ticket.state];
  const about = [
    ticket.skinName && `${ticket.skinName} (${ticket.championName})`,
    ticket.orderId && `Pedido #${ticket.orderId.slice(0, 8)}`,
    ticket.fileVersion && `arquivo versão ${ticket.fileVersion}`,
  ].filter(Boolean);
  return (
    <div className="max-w-[760px]">
      <BackLink to="/dashboard/suporte">Suporte</BackLink>
      <h1 className="mt-1 text-xl break-words sm:text-2xl">{ticket.subject}</h1>
      <p className="mt-2 flex flex-wrap items-center gap-2 text-sm break-words text-muted">
        <Badge tone={tone}>{label}</Badge>
        {about.join(' · ')}
      </p>
      <div className="mt-6" aria-live="polite">
        <ThreadMessages
          replies={ticket.replies.map((reply) => ({
            ...reply,
            author: reply.from === 'staff' ? `Equipe ${brandName}` : 'Você',
            isMine: reply.from === 'customer',
          }))}
        />
      </div>
      <section aria-label="Responder" className="mt-6 rounded-card border border-line bg-surface p-4 sm:p-6">
        {ticket.state === 'solved' && (
          <p className="mb-3 text-sm text-muted">
            Este atendimento foi resolvido. Se o problema voltou, escreva: ele é reaberto.
          </p>
        )}
        <ReplyForm answer={actionData} />
      </section>
    </div>
  );
}
