import type { Tx } from '#db/client.server.ts';
import type { ChargeRow, OrderRow, RefundReason } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { addDueRefund } from './add-due-refund.ts';
import { PROMISED } from '#shop/states/refund-status.ts';
import { writeShares } from './write-shares.ts';

/**
 * Corrects the received sum of a charge, with the shares of the order's items and the refunds that are due. The sum
 * never falls below the money that went back or is on its way. The caller holds the locks of order and charge.
 */
export async function adjustDueRefunds(
  ctx: ShopContext,
  tx: Tx,
  order: Pick<OrderRow, 'total_cents'>,
  charge: ChargeRow,
  claimedCents: number,
): Promise<void> {
  const promised = await tx
    .selectFrom('refunds')
    .select(['id', 'status', 'reason', 'amount_cents', 'item_ids'])
    .where('charge_id', '=', charge.id)
    .where('status', 'in', PROMISED)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const due = promised.filter(({ status }) => status === 'due');
  const gone = promised.filter(({ status }) => status !== 'due');
  const named = new Set(promised.flatMap(({ item_ids }) => item_ids ?? []));
  const goneCents = charge.charged_back_cents + sum(gone);
  const receivedCents = Math.max(claimedCents, goneCents);

  const items = await tx
    .selectFrom('owed_items')
    .select(['id', 'price_cents', 'discount_cents', 'kept'])
    .where('order_id', '=', charge.order_id)
    .orderBy('position')
    .execute();
  // Another payment came first, or there is no account to deliver to: this one paid for no item. Staff may have kept it.
  const surplus = await tx
    .selectFrom('refunds')
    .select('id')
    .where('charge_id', '=', charge.id)
    .where('reason', 'in', ['paid_twice', 'no_account'])
    .executeTakeFirst();
  const isWhole = surplus !== undefined;
  // The shares of the sum that was believed before: none is written where they are the prices.
  if (!isWhole)
    await tx
      .updateTable('order_items')
      .set({ paid_cents: null })
      .where('order_id', '=', charge.order_id)
      .where('paid_cents', 'is not', null)
      .execute();
  const shares = isWhole ? [] : await writeShares(tx, items, Math.min(receivedCents, order.total_cents));
  const wanted: Partial<Record<RefundReason, number>> = isWhole
    ? { paid_twice: receivedCents, no_account: receivedCents }
    : {
        overpaid: Math.max(0, receivedCents - order.total_cents),
        already_owned: items.reduce(
          (cents, { id, kept }, n) => cents + (kept || named.has(id) ? 0 : (shares[n] ?? 0)),
          0,
        ),
      };

  const believedCents = charge.paid_amount_cents ?? 0;
  const write = (cents: number) =>
    tx.updateTable('charges').set({ paid_amount_cents: cents }).where('id', '=', charge.id).execute();
  // The database refuses debts above the sum at every moment, so the sum is lowered last and raised first.
  await write(Math.max(believedCents, receivedCents));
  let leftCents = receivedCents - goneCents;
  for (const { id, reason, amount_cents: before } of due) {
    const sentCents = sum(gone.filter((refund) => refund.reason === reason));
    const cents = Math.min(Math.max(0, (wanted[reason] ?? before) - sentCents), leftCents);
    leftCents -= cents;
    await tx
      .updateTable('refunds')
      .set(
        cents > 0 ? { amount_cents: cents } : { status: 'dismissed', settled_at: ctx.now(), failure: LESS },
      )
      .where('id', '=', id)
      .where('status', '=', 'due')
      .execute();
  }
  await write(receivedCents);
  const surplusCents = wanted.overpaid ?? 0;
  if (surplusCents > 0 && !promised.some(({ reason }) => reason === 'overpaid')) {
    const debt = { orderId: charge.order_id, chargeId: charge.id, amountCents: surplusCents };
    await addDueRefund(ctx, tx, { ...debt, reason: 'overpaid' });
  }
}

const LESS = 'Chegou menos do que a loja acreditava: não há mais o que devolver.';

function sum(refunds: readonly { amount_cents: number }[]): number {
  return refunds.reduce((cents, refund) => cents + refund.amount_cents, 0);
}
