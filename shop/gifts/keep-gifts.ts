import type { Tx } from '#db/client.server.ts';
import type { OutwardContext } from '#shop/context.ts';
import { addDueRefund } from '#shop/refunds/add-due-refund.ts';
import { tell } from '#shop/events/tell.ts';
import { moveGift } from '#shop/states/gift-status.ts';
import { giveGrant, moveGrants } from '#shop/states/grant-state.ts';
import { mostLeft, readMoneyOfOrder } from '#shop/states/read-order-money.ts';
import { requireMove } from '#shop/states/require-move.ts';
import { isGoingBack } from '#shop/states/why-waits.ts';
import { lockGift, type LockedGift } from './lock-gift.ts';

const AT_ONCE = 100;

/**
 * Gifts that nobody claimed in time become their buyer's, and both are told.
 * @returns how many ended.
 */
export async function keepGifts(ctx: OutwardContext): Promise<number> {
  const due = await ctx.db
    .selectFrom('gifts')
    .select('id')
    .where('status', '=', 'offered')
    .where('expires_at', '<=', ctx.now())
    .orderBy('expires_at')
    .limit(AT_ONCE)
    .execute();
  let ended = 0;
  for (const { id } of due) {
    try {
      if (await ctx.transaction((tx) => keepIfDue(ctx, tx, id))) ended++;
    } catch (error) {
      // The others go on, and the next run tries this one again.
      ctx.log.error('gift.failed', { giftId: id, error });
    }
  }
  return ended;
}

async function keepIfDue(ctx: OutwardContext, tx: Tx, id: string): Promise<boolean> {
  const locked = await lockGift(tx, { id });
  // Claimed, refunded, or kept by another process meanwhile.
  if (locked?.gift.status !== 'offered') return false;
  // If its money does not arrive there, a later run keeps the gift.
  if (await isGoingBack(tx, locked.order.id)) return false;
  await keep(ctx, tx, locked);
  return true;
}

async function keep(ctx: OutwardContext, tx: Tx, locked: LockedGift): Promise<void> {
  const { gift, order, grant } = locked;
  const now = ctx.now();
  await requireMove(moveGift(tx, order.id, 'kept', { ended_at: now }), `Gift ${gift.id}`);
  if (grant && order.user_id !== null && !(await giveGrant(tx, grant, order.user_id, now)))
    await returnMoney(ctx, tx, locked);
  await tell(ctx, tx, { name: 'gift.kept', order, giftId: gift.id });
  ctx.log.info('gift.kept', { orderId: order.id });
}

/** The buyer has the skin already: what was paid for it is owed back, as for every skin that is bought twice. */
async function returnMoney(ctx: OutwardContext, tx: Tx, { gift, order, item }: LockedGift): Promise<void> {
  await requireMove(moveGift(tx, order.id, 'withdrawn', { ended_at: ctx.now() }), `Gift ${gift.id}`);
  // If staff keep that money, it is the buyer's again.
  await moveGrants(tx, { order_id: order.id }, 'revoked', { owner_id: order.user_id }).execute();
  const { charges } = await readMoneyOfOrder(tx, order.id);
  const charge = mostLeft(charges);
  if (!charge) return;
  await addDueRefund(ctx, tx, {
    orderId: order.id,
    chargeId: charge.chargeId,
    amountCents: item.paid_cents ?? item.price_cents,
    reason: 'already_owned',
  });
}
