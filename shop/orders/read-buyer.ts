import type { OrderRow, OrderStatus, TicketState } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { MAX_COUNTED } from '#shop/pagination/max-counted.ts';
import { readStoredTaxId } from './mask-stored-tax-id.ts';

/** Who bought, as staff read it beside one order. */
export interface Buyer {
  /** Digits only; null: there is none, or it was forgotten. */
  phone: string | null;
  /** Enough to ask for on the phone. null: there is none, or it cannot be read. */
  taxId: { kind: 'CPF' | 'CNPJ'; ending: string } | null;
  /** What was typed at checkout may be another address. null: the account was deleted. */
  accountEmail: string | null;
  /** The newest other orders of the account, and how many there are; counting ends at `MAX_COUNTED`. */
  orders: Few<{ id: string; status: OrderStatus; totalCents: number; createdAt: Date }>;
  /** Those about this order first. null: this role does not read them. */
  tickets: Few<{ id: string; subject: string; state: TicketState; isAboutOrder: boolean }> | null;
}

interface Few<Entry> {
  count: number;
  entries: Entry[];
}

const SHOWN = 5;
const ENDING = 4;

/** Staff only: the caller checks the role. `withTickets`: the role reads threads. */
export async function readBuyer(
  ctx: ShopContext,
  order: OrderRow,
  { withTickets }: { withTickets: boolean },
): Promise<Buyer> {
  const id = readStoredTaxId(ctx, order.customer_tax_id_sealed);
  const [account, orders, tickets] =
    order.user_id === null
      ? [undefined, { count: 0, entries: [] }, { count: 0, entries: [] }]
      : await Promise.all([
          ctx.db.selectFrom('users').select('email').where('id', '=', order.user_id).executeTakeFirst(),
          listOtherOrders(ctx, order.user_id, order.id),
          withTickets ? listTicketsOf(ctx, order.user_id, order.id) : null,
        ]);
  return {
    phone: order.customer_cellphone || null,
    taxId: id === null ? null : { kind: id.length === 11 ? 'CPF' : 'CNPJ', ending: id.slice(-ENDING) },
    accountEmail: account?.email ?? null,
    orders,
    tickets: withTickets ? tickets : null,
  };
}

async function listOtherOrders(ctx: ShopContext, userId: string, orderId: string): Promise<Buyer['orders']> {
  const others = ctx.db
    .selectFrom('orders')
    .select(['id', 'status', 'total_cents as totalCents', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .where('id', '<>', orderId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_COUNTED);
  const rows = await ctx.db
    .selectFrom(others.as('others'))
    .selectAll()
    .select((eb) => eb.fn.countAll<number>().over().as('count'))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();
  return { count: Number(rows[0]?.count ?? 0), entries: rows.map(({ count: _count, ...order }) => order) };
}

async function listTicketsOf(
  ctx: ShopContext,
  userId: string,
  orderId: string,
): Promise<NonNullable<Buyer['tickets']>> {
  const threads = ctx.db
    .selectFrom('tickets')
    .select(['id', 'subject', 'state', 'order_id', 'changed_at'])
    .where('user_id', '=', userId)
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_COUNTED);
  const rows = await ctx.db
    .selectFrom(threads.as('threads'))
    .select((eb) => [
      'id',
      'subject',
      'state',
      eb.fn.coalesce(eb('order_id', '=', orderId), eb.lit(false)).as('isAboutOrder'),
      eb.fn.countAll<number>().over().as('count'),
    ])
    .orderBy('isAboutOrder', 'desc')
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();
  return {
    count: Number(rows[0]?.count ?? 0),
    entries: rows.map(({ count: _count, isAboutOrder, ...thread }) => ({
      ...thread,
      isAboutOrder: Boolean(isAboutOrder),
    })),
  };
}
