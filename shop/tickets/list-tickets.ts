import { sql, type SqlBool } from 'kysely';
import type { ShopContext } from '#shop/context.ts';
import { fold, quote, readIdRange, readWords } from '#shop/orders/search/match-order.ts';
import { readCursor } from '#shop/pagination/cursor.ts';
import { cutPage, isAfter, type Page } from '#shop/pagination/page.ts';
import { TICKET_STATES, type TicketState } from './ticket.ts';

export interface ListedTicket {
  id: string;
  state: TicketState;
  subject: string;
  orderId: string | null;
  championId: string | null;
  skinNum: number | null;
  createdAt: Date;
  changedAt: Date;
}

export interface StaffListedTicket extends ListedTicket {
  waitsSince: Date | null;
  customer: { name: string; email: string };
}

const TICKETS_PAGE = 25;
const LONGEST_QUERY = 100;

const COLUMNS = [
  'tickets.id',
  'tickets.state',
  'tickets.subject',
  'tickets.order_id',
  'tickets.champion_id',
  'tickets.skin_num',
  'tickets.created_at',
  'tickets.changed_at',
  'tickets.waits_since',
] as const;

/** A customer's own threads, the last one that changed first. */
export async function listOwnTickets(
  ctx: ShopContext,
  { userId, cursor }: { userId: string; cursor: string | null },
): Promise<Page<ListedTicket>> {
  const rows = await ctx.db
    .selectFrom('tickets')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where(isAfter(cursor, 'changed_at', 'id'))
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(TICKETS_PAGE + 1)
    .execute();
  const page = cutPage(rows, TICKETS_PAGE, (row) => ({ at: row.changed_at, id: row.id }));
  return { ...page, entries: page.entries.map(present) };
}

export interface TicketSearch {
  state?: TicketState | undefined;
  /** Words of the thread, the sender's e-mail or name, or the beginning of an order's number. */
  q?: string | undefined;
  cursor: string | null;
}

/**
 * Staff only: the caller checks the role. The open ones begin with who has waited longest, all others with what
 * changed last.
 */
export async function listTickets(
  ctx: ShopContext,
  { state, q = '', cursor }: TicketSearch,
): Promise<Page<StaffListedTicket>> {
  const isQueue = state === 'open';
  const end = cursor ? readCursor(cursor) : null;
  const isNext =
    isQueue && end
      ? sql<boolean>`(tickets.waits_since, tickets.id) > (${end.at}, ${end.id})`
      : isAfter(isQueue ? null : cursor, 'tickets.changed_at', 'tickets.id');
  const direction = isQueue ? 'asc' : 'desc';
  const rows = await ctx.db
    .selectFrom('tickets')
    .innerJoin('users', 'users.id', 'tickets.user_id')
    .select([...COLUMNS, 'users.name', 'users.email'])
    .$if(state !== undefined, (query) => query.where('tickets.state', '=', sql.lit(state!)))
    .where(matches(q))
    .where(isNext)
    .orderBy(isQueue ? 'tickets.waits_since' : 'tickets.changed_at', direction)
    .orderBy('tickets.id', direction)
    .limit(TICKETS_PAGE + 1)
    .execute();
  const page = cutPage(rows, TICKETS_PAGE, (row) => ({
    at: (isQueue && row.waits_since) || row.changed_at,
    id: row.id,
  }));
  return {
    ...page,
    entries: page.entries.map((row) => ({
      ...present(row),
      waitsSince: row.waits_since,
      customer: { name: row.name, email: row.email },
    })),
  };
}

/** How many threads are in each state. */
export async function countTickets(ctx: ShopContext): Promise<Record<TicketState, number>> {
  const rows = await ctx.db
    .selectFrom('tickets')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  const counted = new Map(rows.map(({ state, count }) => [state, Number(count)]));
  return Object.fromEntries(TICKET_STATES.map((state) => [state, counted.get(state) ?? 0])) as Record<
    TicketState,
    number
  >;
}

/** For the navigation of the panel: those that wait for an answer. */
export async function countOpenTickets(ctx: ShopContext): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('tickets')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', sql.lit('open'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Every word, the last one perhaps not typed to its end. The words of an order are those of its buyer. */
function matches(typed: string) {
  const folded = fold(typed.slice(0, LONGEST_QUERY)).trim();
  if (folded === '') return sql<SqlBool>`true`;
  const words = readWords(folded);
  const ids = readIdRange(/^(?:pedido\s*)?#?([0-9a-f-]+)$/.exec(folded)?.[1] ?? '');
  const terms = words.map((word, index) =>
    quote(word.slice(0, LONGEST_QUERY), index === words.length - 1 || word.includes('@')),
  );
  const found = [
    ...(terms.length === 0
      ? []
      : [
          sql<SqlBool>`tickets.search_words @@ ${terms.join(' & ')}::tsquery`,
          sql<SqlBool>`tickets.order_id in (
            select id from orders where search_words @@ ${terms.join(' & ')}::tsquery)`,
        ]),
    ...(ids ? [sql<SqlBool>`tickets.order_id between ${ids.first} and ${ids.last}`] : []),
  ];
  return found.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(found, sql` or `)})`;
}

function present(row: {
  id: string;
  state: TicketState;
  subject: string;
  order_id: string | null;
  champion_id: string | null;
  skin_num: number | null;
  created_at: Date;
  changed_at: Date;
}): ListedTicket {
  return {
    id: row.id,
    state: row.state,
    subject: row.subject,
    orderId: row.order_id,
    championId: row.champion_id,
    skinNum: row.skin_num,
    createdAt: row.created_at,
    changedAt: row.changed_at,
  };
}
