import { Clock, Mail, MessageCircle } from 'lucide-react';
import { Link } from 'react-router';
import { isUuid } from '#app/endpoints/http/is-uuid.ts';
import { getShop } from '#app/request-context.ts';
import { FAILURE_TITLE, SESSION_ENDED } from '#app/routes/messages/message-answer.ts';
import { MessageForm } from '#app/routes/messages/message-form.tsx';
import { refuseMessage } from '#app/routes/messages/post-message.ts';
import { postTicket } from '#app/routes/messages/post-ticket.ts';
import { readMessageForm } from '#app/routes/messages/read-message-form.ts';
import { sendOrPreserve } from '#app/routes/messages/send-or-preserve.ts';
import { TICKET_WORDS } from '#app/routes/messages/ticket-words.ts';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { TextField } from '#app/ui/form/text-field.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { Badge } from '#app/ui/list/badge.tsx';
import { FactCard, MailLink } from '#app/ui/list/fact-card.tsx';
import { NextPageLink } from '#app/ui/list/next-page-link.tsx';
import { readPageCount, takePages } from '#app/ui/list/page-count.ts';
import { useLiveRefresh } from '#app/ui/live/use-live-refresh.ts';
import { formatDateTime } from '#shop/text/format-date.ts';
import { findEntry } from '#shop/collection/note-worked.ts';
import type { ShopContext } from '#shop/context.ts';
import { findAbout, type AskedAbout } from '#shop/tickets/find-about.ts';
import { listOwnTickets, type ListedTicket } from '#shop/tickets/list-tickets.ts';
import { openTicket } from '#shop/tickets/open-ticket.ts';
import { TICKET_LIMITS } from '#shop/tickets/ticket.ts';
import { cutText } from '#shop/text/cut-text.ts';
import { useKept } from '#app/ui/form/use-kept.ts';
import { loadScreen } from '../../load-screen.ts';
import { textOf } from '../../read-form.ts';
import { requireSession } from '../require-session.ts';
import type { Route } from './+types/support';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Suporte');

const FAILURE = {
  title: 'Erro ao carregar atendimentos',
  description: 'Não foi possível carregar suas conversas. Você pode escrever assim mesmo.',
};

/** `?item=` names an entry of the collection, `?pedido=` an order: what the message is about. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { user } = await requireSession(context, url);
  const shop = getShop(context);
  const query = url.searchParams;
  const pages = readPageCount(query);
  const tickets = await loadScreen(context, FAILURE, async () => ({
    ...(await takePages(pages, (cursor) => listOwnTickets(shop, { userId: user.id, cursor }))),
    about: await readAbout(shop, user.id, query.get('item') ?? '', query.get('pedido') ?? ''),
  }));
  return { supportEmail: shop.settings.supportEmail, isMailed: user.emailVerified, ...unwrap(tickets) };
}

type Loaded = { entries: ListedTicket[]; nextPage: number | null; about: ShownAbout | null };

/** A list that cannot be read leaves the form where it is. */
function unwrap(loaded: Loaded | { data: { failure: typeof FAILURE } }) {
  return 'data' in loaded
    ? { entries: [], nextPage: null, about: null, failure: loaded.data.failure }
    : { ...loaded, failure: undefined };
}

interface ShownAbout {
  item: string;
  order: string;
  words: string;
  /** What stands in its field at first. */
  subject: string;
}

async function readAbout(
  shop: ShopContext,
  userId: string,
  item: string,
  order: string,
): Promise<ShownAbout | null> {
  const asked = await askedAbout(shop, userId, item, order);
  if (!asked) return null;
  const found = await findAbout(shop, userId, asked);
  if (!found.ok) return null;
  const { skinName, championName, orderId, fileVersion } = found.about;
  const words = [
    skinName && `${skinName} (${championName})`,
    orderId && `Pedido #${orderId.slice(0, 8)}`,
    fileVersion && `arquivo versão ${fileVersion}`,
  ];
  const subject = skinName ? `${skinName} não funciona` : `Pedido #${orderId?.slice(0, 8)}`;
  return {
    item,
    order,
    words: words.filter(Boolean).join(' · '),
    subject: cutText(subject, TICKET_LIMITS.subject),
  };
}

/** null: the form names nothing of theirs. */
async function askedAbout(
  shop: ShopContext,
  userId: string,
  item: string,
  order: string,
): Promise<AskedAbout | null> {
  const entry = isUuid(item) ? await findEntry(shop, { userId, entryId: item }) : null;
  if (entry) return { sku: entry.sku };
  return isUuid(order) ? { orderId: order } : null;
}

export function action({ context, request }: Route.ActionArgs) {
  return readMessageForm(context, request, async (form, userId) => {
    const [subject, body] = [textOf(form, 'subject'), textOf(form, 'message')];
    const typed = { subject, message: body };
    if (userId === null) {
      // No redirect here: it would take the typed text away.
      return refuseMessage(401, { title: FAILURE_TITLE, description: SESSION_ENDED }, typed);
    }
    const [item, order] = [textOf(form, 'item'), textOf(form, 'order')];
    // The message counts, and it says by itself what it is about.
    const about = await askedAbout(getShop(context), userId, item, order).catch(() => null);
    const said = { userId, typed, picture: form.get('picture') };
    return postTicket(context, openTicket, { subject, text: body, ...about }, said);
  });
}

export const clientAction = (args: Route.ClientActionArgs) => sendOrPreserve(args);

export default function Support({ loaderData, actionData: posted }: Route.ComponentProps) {
  const actionData = useKept(posted);
  useLiveRefresh('tickets');
  const { supportEmail, isMailed, entries, nextPage, about, failure } = loaderData;
  return (
    <div className="max-w-[960px]">
      <h1 className="text-xl sm:text-2xl">Suporte</h1>
      <p className="mt-1 text-muted">
        Conte o que houve. A resposta aparece aqui{isMailed && ', e avisamos você por email'}.
      </p>
      <div className="mt-6 grid gap-3 sm:grid-cols-3">
        <FactCard icon={Mail} title="Email">
          <MailLink address={supportEmail} />
        </FactCard>
        <FactCard icon={MessageCircle} title="Chat">
          Disponível 24/7, pelo formulário abaixo
        </FactCard>
        <FactCard icon={Clock} title="Tempo de resposta">
          Até 24 horas
        </FactCard>
      </div>
      {failure && <LoadFailure {...failure} />}
      {entries.length > 0 && (
        <section aria-labelledby="threads-title" className="mt-8">
          <h2 id="threads-title" className="mb-3 text-lg">
            Suas conversas
          </h2>
          <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
            {entries.map((ticket) => (
              <TicketLine key={ticket.id} ticket={ticket} />
            ))}
          </ul>
          <NextPageLink page={nextPage} />
        </section>
      )}
      <div id="escrever" className="mt-6 scroll-mt-24 rounded-card border border-line bg-surface p-4 sm:p-6">
        <h2 className="mb-4 text-lg">Envie sua mensagem</h2>
        <MessageForm answer={actionData} followUp="Nossa equipe entrará em contato em breve." takesPicture>
          {about && (
            <p className="rounded-control border border-line bg-raised px-3.5 py-3 text-sm break-words">
              <span className="text-muted">Sobre: </span>
              {about.words}
              <input type="hidden" name="item" value={about.item} />
              <input type="hidden" name="order" value={about.order} />
            </p>
          )}
          <TextField
            label="Assunto"
            name="subject"
            required
            maxLength={TICKET_LIMITS.subject}
            defaultValue={actionData?.typed.subject ?? about?.subject}
          />
        </MessageForm>
      </div>
    </div>
  );
}

function TicketLine({ ticket }: { ticket: ListedTicket }) {
  const { label, tone } = TICKET_WORDS[ticket.state];
  return (
    <li>
      <Link
        to={`/dashboard/suporte/${ticket.id}`}
        className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 hover:bg-raised"
      >
        <span className="min-w-0 basis-full font-medium break-words sm:basis-0 sm:grow">
          {ticket.subject}
        </span>
        <span className="flex flex-wrap items-center gap-3 text-xs text-muted tabular-nums">
          <time dateTime={ticket.updatedAt.toISOString()}>{formatDateTime(ticket.updatedAt)}</time>
          <Badge tone={tone}>{label}</Badge>
        </span>
      </Link>
    </li>
  );
}
