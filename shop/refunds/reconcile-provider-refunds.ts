import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';
import type { OutwardContext } from '#shop/context.ts';
import { addProviderRefund } from './add-provider-refund.ts';
import { readMoneyOfCharge } from '#shop/states/read-order-money.ts';
import { settleRefund } from './settle-refund.ts';
import { trimDueRefunds } from './trim-due-refunds.ts';

/**
 * Compares the provider's total of refunds of a charge with ours. An unknown difference was sent in the provider's
 * panel: if a due or failed refund has the same sum, it is that one, otherwise it gets a row of its own. A refund of
 * ours that is on its way may be counted there already. The caller holds the locks of order and charge.
 */
export async function reconcileProviderRefunds(
  ctx: OutwardContext,
  tx: Tx,
  order: OrderRow,
  chargeId: string,
  refundedCents: number,
): Promise<void> {
  const refunds = await tx
    .selectFrom('refunds')
    .selectAll()
    .where('charge_id', '=', chargeId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const sum = (rows: typeof refunds) => rows.reduce((cents, row) => cents + row.amount_cents, 0);
  const known = refunds.filter(({ status }) => ['requested', 'processing', 'refunded'].includes(status));
  const unknownCents = refundedCents - sum(known);
  if (unknownCents <= 0) return;

  const open = refunds.filter(
    ({ id, status }) =>
      status === 'due' || (status === 'failed' && !refunds.some(({ retry_of }) => retry_of === id)),
  );
  const same = open.find(({ amount_cents }) => amount_cents === unknownCents);
  if (same) {
    await settleRefund(ctx, tx, order, same, { actorUserId: null });
    return;
  }
  const money = await readMoneyOfCharge(tx, { id: chargeId, order_id: order.id });
  const due = open.filter(({ status }) => status === 'due');
  const leftCents = money ? money.receivedCents - money.chargedBackCents - sum(known) : 0;
  const amountCents = Math.min(unknownCents, leftCents);
  if (amountCents <= 0) return;
  // A due refund that does not fit any more went back with it.
  await trimDueRefunds(ctx, tx, due.toReversed(), {
    surplusCents: amountCents + sum(due) - leftCents,
    failure: 'Já voltou pelo painel do provedor.',
  });
  await addProviderRefund(ctx, tx, order, { chargeId, amountCents });
}
