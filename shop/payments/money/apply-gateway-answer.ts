import type { Tx } from '#db/client.server.ts';
import type { ChargeRow, ChargeStatus, OrderRow } from '#db/schema.ts';
import type { OutwardContext, ShopContext } from '#shop/context.ts';
import { tell, tellChange } from '#shop/events/tell.ts';
import { acceptPayment } from './accept-payment.ts';
import { isSettled } from '#shop/states/charge-status.ts';
import { closeCodes, moveCharge, updateCharges } from '#shop/states/move-charge.ts';
import { nextAftercareAt } from '../charges/charge-policy.ts';
import { endCode } from '../charges/end-code.ts';
import { mayRevive } from './may-revive.ts';
import { reconcileSettledCharge } from './reconcile-settled-charge.ts';
import type { GatewayCharge } from '../gateway.ts';
import { recordDisputes } from '#shop/disputes/record-disputes.ts';
import { lockOrder } from '#shop/states/lock-order.ts';
import { readMoneyOfCharge } from '#shop/states/read-order-money.ts';
import { requireMove } from '#shop/states/require-move.ts';

/** Records the gateway's answer about one charge. Repeated or late answers have no second effect. */
export async function applyGatewayAnswer(
  ctx: OutwardContext,
  chargeId: string,
  given: GatewayCharge,
  { mayAdopt = false, askedAt = ctx.now() }: { mayAdopt?: boolean; askedAt?: Date } = {},
): Promise<ChargeStatus> {
  return ctx.transaction(async (tx) => {
    const { order, charge } = await lockOrderAndCharge(tx, chargeId);
    const { isLost, facts } = await recordDisputes(ctx, tx, order, charge, {
      disputes: given.disputes ?? [],
      askedAt,
    });
    if (charge.end_to_end_id === null && given.endToEndId) {
      await tx
        .updateTable('charges')
        .set({ end_to_end_id: given.endToEndId })
        .where('id', '=', chargeId)
        .execute();
    }
    const answer = isLost ? await asTakenBack(tx, charge, given) : given;
    const status = await applyAnswer(ctx, tx, order, charge, { answer, mayAdopt });
    await tellChange(ctx, tx, ...facts);
    return status;
  });
}

async function applyAnswer(
  ctx: OutwardContext,
  tx: Tx,
  order: OrderRow,
  charge: ChargeRow,
  { answer, mayAdopt }: { answer: GatewayCharge; mayAdopt: boolean },
): Promise<ChargeStatus> {
  if (isSettled(charge.status)) return reconcileSettledCharge(ctx, tx, order, charge, answer);

  switch (answer.status) {
    case 'paid': {
      const status = await receiveMoney(ctx, tx, order, charge, answer);
      if (answer.chargedBackCents === 0) return status;
      // The bank took the money back before the shop heard of the payment.
      const now = await lockOrderAndCharge(tx, charge.id);
      return reconcileSettledCharge(ctx, tx, now.order, now.charge, answer);
    }
    case 'pending':
      if (isAdoptable(ctx, charge, answer, mayAdopt)) return adoptCode(ctx, tx, order, charge, answer);
      // The gateway's clock may be slow; ours decides when the buyer is offered a new code.
      return charge.expires_at > ctx.now() ? charge.status : closeCharge(ctx, tx, order, charge, 'expired');
    case 'expired':
    case 'cancelled': {
      const status = await closeCharge(ctx, tx, order, charge, answer.status);
      await endCode(ctx, tx, charge.id);
      return status;
    }
    case 'refunded': {
      // The provider was paid and refunded it before the shop asked: the books show both.
      const paid = { paid_amount_cents: answer.paidAmountCents ?? charge.amount_cents };
      const paidBefore = {
        ...paid,
        paid_at: answer.paidAt ?? ctx.now(),
        claimed_until: null,
        next_check_at: null,
      };
      await requireMove(moveCharge(tx, { id: charge.id }, 'paid', paidBefore), `Charge ${charge.id}`);
      return reconcileSettledCharge(ctx, tx, order, { ...charge, ...paid, status: 'paid' }, answer);
    }
  }
}

/**
 * Its provider calls a lost dispute a refund, like those of the shop: what had not gone back before is what the bank took.
 */
async function asTakenBack(tx: Tx, charge: ChargeRow, answer: GatewayCharge): Promise<GatewayCharge> {
  if (answer.status !== 'refunded' || answer.chargedBackCents > 0) return answer;
  const money = await readMoneyOfCharge(tx, charge);
  if (!money || money.refundedCents >= money.receivedCents) return answer;
  const { receivedCents, refundedCents, chargedBackCents } = money;
  return { ...answer, status: 'paid', chargedBackCents: chargedBackCents + receivedCents - refundedCents };
}

async function lockOrderAndCharge(tx: Tx, chargeId: string): Promise<{ order: OrderRow; charge: ChargeRow }> {
  const order = await lockOrder(tx, { chargeId });
  if (!order) throw new Error(`Charge ${chargeId} has no order.`);
  const charge = await tx
    .selectFrom('charges')
    .selectAll()
    .where('id', '=', chargeId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { order, charge };
}

/**
 * The create without an answer did succeed: the row takes the code that is found, unless the code asks for another
 * sum. Not while another process still waits for that answer.
 */
function isAdoptable(
  ctx: ShopContext,
  charge: ChargeRow,
  { pixCode, askedCents }: GatewayCharge,
  mayAdopt: boolean,
): boolean {
  const now = ctx.now();
  const isFree = mayAdopt || charge.claimed_until === null || charge.claimed_until <= now;
  if (charge.status !== 'creating' || !isFree || pixCode === null || charge.expires_at <= now) return false;
  if (askedCents === undefined || askedCents === charge.amount_cents) return true;
  ctx.log.error('charge.other_amount_at_gateway', { chargeId: charge.id, askedCents });
  return false;
}

async function adoptCode(
  ctx: ShopContext,
  tx: Tx,
  order: OrderRow,
  charge: ChargeRow,
  { gatewayChargeId, pixCode, expiresAt, feeCents }: GatewayCharge,
): Promise<ChargeStatus> {
  const code = {
    gateway_charge_id: gatewayChargeId,
    pix_code: pixCode,
    claimed_until: null,
    code_at: ctx.now(),
    fee_cents: feeCents ?? null,
    expires_at: expiresAt && expiresAt < charge.expires_at ? expiresAt : charge.expires_at,
  };
  await requireMove(moveCharge(tx, { id: charge.id }, 'pending', code), `Charge ${charge.id}`);
  await tellChange(ctx, tx, { name: 'charges.changed', order, chargeIds: [charge.id], status: 'pending' });
  ctx.log.info('charge.code_found', { chargeId: charge.id, orderId: order.id });
  return 'pending';
}

async function receiveMoney(
  ctx: OutwardContext,
  tx: Tx,
  order: OrderRow,
  charge: ChargeRow,
  answer: GatewayCharge,
): Promise<ChargeStatus> {
  const received = answer.paidAmountCents ?? (await claimedAmount(tx, charge)) ?? charge.amount_cents;
  // A webhook only claims this amount. A difference means that people must look, never that money is released.
  const doubtful = answer.paidAmountCents === null && received !== charge.amount_cents;
  const held = doubtful || received < order.total_cents || !(await mayRevive(ctx, tx, order));
  const status = held ? 'held' : 'paid';
  const closed = await tx
    .with('settled', () =>
      updateCharges(tx, { id: charge.id }, status, {
        paid_amount_cents: received,
        paid_at: answer.paidAt ?? ctx.now(),
        gateway_charge_id: charge.gateway_charge_id ?? answer.gatewayChargeId,
        fee_cents: charge.fee_cents ?? answer.feeCents ?? null,
        claimed_until: null,
        next_check_at: nextAftercareAt(ctx.now(), ctx.now()),
      }),
    )
    // The other codes of the order are not offered any more. The sweep closes them at their gateway.
    .with('closed', () =>
      closeCodes(tx, order.id, 'cancelled', { next_check_at: ctx.now() }).where('id', '<>', charge.id),
    )
    .selectFrom('closed')
    .select('id')
    .execute();

  let orderStatus = order.status;
  if (held) {
    await tx.updateTable('orders').set({ attention: 'amount_mismatch' }).where('id', '=', order.id).execute();
    ctx.log.warn('charge.held', {
      chargeId: charge.id,
      orderId: order.id,
      received,
      asked: charge.amount_cents,
    });
  } else {
    orderStatus = await acceptPayment(ctx, tx, order, { id: charge.id, receivedCents: received });
    ctx.log.info('charge.paid', { chargeId: charge.id, orderId: order.id, received, orderStatus });
  }
  await tell(
    ctx,
    tx,
    { name: 'order.changed', order: { ...order, status: orderStatus } },
    { name: 'charges.changed', order, chargeIds: [charge.id], status },
    { name: 'charges.changed', order, chargeIds: closed.map(({ id }) => id), status: 'cancelled' },
  );
  return status;
}

/**
 * The paid sum that webhooks claim. A stored webhook that is not processed yet counts too: otherwise the sweep or 'Já
 * paguei' could release an amount that nobody has checked.
 */
async function claimedAmount(tx: Tx, charge: ChargeRow): Promise<number | null> {
  if (charge.claimed_amount_cents !== null && charge.claimed_amount_cents !== charge.amount_cents) {
    return charge.claimed_amount_cents;
  }
  const waiting = await tx
    .selectFrom('webhook_events')
    .select('claimed_amount_cents')
    .where('processed_at', 'is', null)
    .where('gateway', '=', charge.gateway)
    .where((eb) =>
      eb.or([eb('gateway_charge_id', '=', charge.gateway_charge_id), eb('charge_id', '=', charge.id)]),
    )
    .where('claimed_amount_cents', '!=', charge.amount_cents)
    .orderBy('received_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return waiting?.claimed_amount_cents ?? charge.claimed_amount_cents;
}

/** @returns its status afterwards. The transition table decides what may close. */
async function closeCharge(
  ctx: ShopContext,
  tx: Tx,
  order: OrderRow,
  charge: ChargeRow,
  status: 'expired' | 'cancelled',
): Promise<ChargeStatus> {
  if (!(await moveCharge(tx, { id: charge.id }, status, { claimed_until: null }))) return charge.status;
  await tellChange(ctx, tx, { name: 'charges.changed', order, chargeIds: [charge.id], status });
  return status;
}
