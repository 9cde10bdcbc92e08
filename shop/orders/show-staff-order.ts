import { z } from 'zod';
import type { ShopContext } from '#shop/context.ts';
import { id } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { describeOrders, type StaffOrder } from './search/list-all-orders.ts';

export type ShownStaffOrder = StaffOrder & { customerPhone: string };

/** One order, as the list shows it, with the phone of its buyer. */
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
    return { ok: true as const, ...order, customerPhone: row.customer_cellphone };
  },
);
