import { z } from 'zod';
import type { GrantState } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { id } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { describeOrders, type StaffOrder } from './search/list-all-orders.ts';

export type ShownStaffOrder = StaffOrder & {
  customerPhone: string;
  /** What is owed for each item, by its id; of an unpaid one nothing is owed yet. */
  states: ReadonlyMap<string, GrantState | null>;
};

/** One order, as the list shows it, with the phone of its buyer and the state of each item. */
export const showStaffOrder = operation(
  {
    id: 'orders.show',
    who: 'orders.read',
    input: z.object({ orderId: id() }),
    output: z.custom<ShownStaffOrder>(),
    refusals: { not_found: 404 },
  },
  async (ctx: ShopContext, { orderId }) => {
    const row = await ctx.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst();
    const [order] = row ? await describeOrders(ctx, [row]) : [];
    if (!row || !order) return { ok: false, reason: 'not_found' };
    const owed = await ctx.db
      .selectFrom('owed_items')
      .select(['id', 'state'])
      .where('order_id', '=', orderId)
      .execute();
    const states = new Map(owed.map((item) => [item.id, item.state]));
    return { ok: true as const, ...order, customerPhone: row.customer_cellphone, states };
  },
);
