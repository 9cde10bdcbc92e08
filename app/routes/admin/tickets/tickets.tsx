import { LifeBuoy, MessageSquareText } from 'lucide-react';
import { Link } from 'react-router';
import { describeAge, TICKET_WORDS } from '#app/routes/messages/ticket-words.ts';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { SearchForm } from '#app/ui/form/search-form.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { Badge } from '#app/ui/list/badge.tsx';
import { CountBadge } from '#app/ui/list/count-badge.tsx';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { useLiveRefresh } from '#app/ui/live/use-live-refresh.ts';
import { useNow } from '#app/ui/live/use-now.ts';
import { countTickets, listTickets, type StaffListedTicket } from '#shop/tickets/list-tickets.ts';
import { PanelList } from '../panel/panel-list.tsx';
import { PanelPage } from '../panel/panel-page.tsx';
import { staffLoader } from '../staff-loader.ts';
import type { Route } from './+types/tickets';
import { readTicketFilters, TICKET_VIEWS, ticketsPath, type TicketFilters } from './ticket-filters.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Atendimento');

export const loader = staffLoader('tickets', 'os atendimentos', async ({ shop, url, listPages }) => {
  const filters = readTicketFilters(url.searchParams);
  const search = { state: filters.state ?? undefined, q: filters.q };
  const [page, counts] = await Promise.all([
    listPages((cursor) => listTickets(shop, { ...search, cursor })),
    countTickets(shop),
  ]);
  return { ...page, counts, filters, now: shop.now() };
});

/** Threads with customers: who waits longest stands first. */
export default function AdminTickets({ loaderData }: Route.ComponentProps) {
  useLiveRefresh('staff-tickets');
  return (
    <PanelPage
      title="Atendimento"
      width="max-w-[1120px]"
      end={
        <LinkButton to="/admin/atendimento/respostas" variant="outline">
          <MessageSquareText aria-hidden="true" className="size-[18px]" strokeWidth={1.75} />
          Respostas prontas
        </LinkButton>
      }
      loaded={loaderData}
    >
      {(read) => (
        <>
          <TicketSearch {...read} />
          <TicketLines {...read} />
        </>
      )}
    </PanelPage>
  );
}

/** Filters are links and the search is a GET form: they work without scripts. */
function TicketSearch({ filters, counts }: Read) {
  function pathTo(typed: URLSearchParams): string {
    const q = typed.get('q') ?? '';
    // A search looks everywhere; without one the screen shows what waits.
    const state = q === '' && filters.q !== '' ? 'open' : filters.q === '' && q !== '' ? null : filters.state;
    return ticketsPath({ state, q });
  }
  return (
    <div className="mt-4 flex flex-col gap-3 lg:flex-row-reverse lg:items-center lg:justify-between">
      <SearchForm
        name="Atendimentos"
        action="/admin/atendimento"
        pathTo={pathTo}
        query={filters.q}
        label="Pesquisar por palavras, e-mail ou número do pedido"
        placeholder="Palavras, e-mail ou nº do pedido"
        className="lg:w-96"
      />
      <nav aria-label="Situação dos atendimentos">
        <ul className="relative -mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:mx-0 md:flex-wrap md:overflow-visible md:px-0">
          {TICKET_VIEWS.map(({ word, state, label }) => (
            <li key={word}>
              <Link
                to={ticketsPath({ ...filters, state })}
                aria-current={state === filters.state ? 'page' : undefined}
                preventScrollReset
                className={`inline-flex min-h-11 items-center gap-2 rounded-full border px-3.5 text-xs font-medium whitespace-nowrap ${state === filters.state ? 'border-accent text-accent' : 'border-line text-muted hover:border-muted hover:text-text'}`}
              >
                {label}
                {state && <CountBadge count={counts[state]} />}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

type Read = Exclude<Route.ComponentProps['loaderData'], { failure: unknown }>;

function TicketLines({ entries, nextPage, filters, now: readAt }: Read) {
  const now = useNow(readAt);
  return (
    <PanelList
      isLines
      rows={entries.map((ticket) => (
        <TicketLine key={ticket.id} ticket={ticket} now={now} />
      ))}
      nextPage={nextPage}
      pathTo={(pages) => `${ticketsPath(filters)}&paginas=${pages}`}
    >
      <EmptyState icon={LifeBuoy} title={nameNothing(filters)} />
    </PanelList>
  );
}

function TicketLine({ ticket, now }: { ticket: StaffListedTicket; now: Date }) {
  const { id, subject, customer, orderId, waitsSince, updatedAt, state } = ticket;
  return (
    <li>
      <Link
        to={`/admin/atendimento/${id}`}
        className="flex min-h-14 flex-col gap-1 px-1 py-3 hover:bg-surface md:flex-row md:items-center md:gap-4 md:px-3"
      >
        <span className="min-w-0 md:grow">
          <span className="block font-medium break-words">{subject}</span>
          <span className="block text-xs [overflow-wrap:anywhere] text-muted">
            {customer.name.trim() === '' ? '' : `${customer.name} · `}
            {customer.email}
            {orderId && ` · Pedido #${orderId.slice(0, 8)}`}
          </span>
        </span>
        <span className="flex shrink-0 items-center gap-3 text-xs text-muted tabular-nums">
          {waitsSince ? `espera há ${describeAge(waitsSince, now)}` : `há ${describeAge(updatedAt, now)}`}
          <Badge tone={TICKET_WORDS[state].tone}>{TICKET_WORDS[state].label}</Badge>
        </span>
      </Link>
    </li>
  );
}

function nameNothing({ q, state }: TicketFilters): string {
  if (q !== '') return `Nenhum atendimento encontrado para "${q}"`;
  return state === 'open' ? 'Ninguém espera por resposta' : 'Nenhum atendimento aqui';
}
