import { sql, type SqlBool } from 'kysely';
import { z } from 'zod';
import type { ShopContext } from '#shop/context.ts';
import { operation } from '#shop/operation.ts';
import { fold, quote, readIdRange, readWords } from '#shop/orders/search/match-order.ts';
import { readCursor } from '#shop/pagination/cursor.ts';
import { cursorInput, cutPage, isAfter, pageOf } from '#shop/pagination/page.ts';
import { TICKET_STATES, type TicketState } from './ticket.ts';

const listedTicket = z.object({
  id: z.string(),
  state: z.enum(TICKET_STATES),
  subject: z.string(),
  orderId: z.string().nullable(),
  sku: z.string().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type ListedTicket = z.output<typeof listedTicket>;

const staffListedTicket = listedTicket.extend({
  waitsSince: z.date().nullable(),
  customer: z.object({ name: z.string(), email: z.string() }),
});
export type StaffListedTicket = z.output<typeof staffListedTicket>;

const TICKETS_PAGE = 25;
const LONGEST_QUERY = 100;

const COLUMNS = [
  'tickets.id',
  'tickets.state',
  'tickets.subject',
  'tickets.order_id as orderId',
  'tickets.sku',
  'tickets.created_at as createdAt',
  'tickets.changed_at as updatedAt',
] as const;

/** A customer's own threads, the last one that changed first. */
export const listOwnTickets = operation(
  {
    id: 'tickets.list_own',
    who: 'customer',
    input: cursorInput,
    output: pageOf(listedTicket),
    refusals: {},
  },
  async (ctx: ShopContext, { userId, cursor }: { userId: string; cursor: string | null }) => {
    const rows = await ctx.db
      .selectFrom('tickets')
      .select(COLUMNS)
      .where('user_id', '=', userId)
      .where(isAfter(cursor, 'changed_at', 'id'))
      .orderBy('changed_at', 'desc')
      .orderBy('id', 'desc')
      .limit(TICKETS_PAGE + 1)
      .execute();
    return cutPage(rows, TICKETS_PAGE, (row) => ({ at: row.updatedAt, id: row.id }));
  },
);

/**
 * For staff. `q`: words of the thread, the sender's e-mail or name, or the beginning of an order's number. The open ones
 * begin with who has waited longest, all others with what changed last.
 */
export const listTickets = operation(
  {
    id: 'tickets.list',
    who: 'tickets',
    input: cursorInput.extend({ state: z.enum([...TICKET_STATES, '']).optional(), q: z.string().optional() }),
    output: pageOf(staffListedTicket),
    refusals: {},
  },
  async (ctx: ShopContext, { state, q = '', cursor }: TicketSearch) => {
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
      .select([...COLUMNS, 'tickets.waits_since as waitsSince', 'users.name', 'users.email'])
      .$if(Boolean(state), (query) => query.where('tickets.state', '=', sql.lit(state as TicketState)))
      .where(matches(q))
      .where(isNext)
      .orderBy(isQueue ? 'tickets.waits_since' : 'tickets.changed_at', direction)
      .orderBy('tickets.id', direction)
      .limit(TICKETS_PAGE + 1)
      .execute();
    const { entries, nextCursor } = cutPage(rows, TICKETS_PAGE, (row) => ({
      at: (isQueue && row.waitsSince) || row.updatedAt,
      id: row.id,
    }));
    return {
      entries: entries.map(({ name, email, ...ticket }) => ({ ...ticket, customer: { name, email } })),
      nextCursor,
    };
  },
);

interface TicketSearch {
  state?: TicketState | '' | undefined;
  q?: string | undefined;
  cursor: string | null;
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
