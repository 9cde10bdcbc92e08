import { z } from 'zod';
import { recordUse } from '#shop/delivery/record-use.ts';
import { operation } from '#shop/operation.ts';
import { cursorInput, pageOf } from '#shop/pagination/page.ts';
import { listOwnOrders } from './list-own-orders.ts';
import { nameOrder, shownItem, shownOrder } from './shown-order.ts';

/** The orders with their links, which whoever asks has seen then. */
export const showOwnOrders = operation(
  {
    id: 'orders.list',
    who: 'customer',
    input: cursorInput,
    output: pageOf(
      z.object({
        ...shownOrder.shape,
        userId: z.string(),
        refundDueAmountCents: z.number(),
        refundedAmountCents: z.number(),
        isRefunded: z.boolean(),
        orderItems: z.array(shownItem),
      }),
    ),
    refusals: {},
  },
  async (ctx, { source, ...asked }) => {
    const { entries, nextCursor } = await listOwnOrders(ctx, asked);
    const withLinks = entries.filter(({ items }) => items.some((item) => item.downloadLink !== null));
    const orderIds = withLinks.map(({ id }) => id);
    if (source) recordUse(ctx, { ...source, userId: asked.userId, of: { orderIds } });
    const named = entries.map((order) => ({
      ...nameOrder(order),
      userId: asked.userId,
      refundDueAmountCents: order.refundDueCents,
    }));
    return { entries: named, nextCursor };
  },
);
