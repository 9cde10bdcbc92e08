import type { ChargeStatus } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { applyGatewayAnswer } from './apply-gateway-answer.ts';
import { GatewayError, type ChargeReference, type PixGateway } from './gateway.ts';

export type ConfirmChargeResult =
  | { ok: true; status: ChargeStatus }
  | { ok: false; reason: 'unknown_charge' | 'gateway_unavailable' | 'unknown_at_gateway' };

/**
 * Asks the gateway about a charge and acts on what it says. Everything that learns of a possible payment
 * (webhook, sweep, 'Já paguei', the simulator's button) ends here; nothing else marks money as received.
 */
export async function confirmCharge(
  ctx: ShopContext,
  chargeId: string,
  /** Also about one that was paid: for news of refunds, chargebacks and second payments. */
  { evenIfPaid = false }: { evenIfPaid?: boolean } = {},
): Promise<ConfirmChargeResult> {
  const charge = await ctx.db
    .selectFrom('charges')
    .select(['id', 'status', 'gateway', 'gateway_charge_id'])
    .where('id', '=', chargeId)
    .executeTakeFirst();
  if (!charge) return { ok: false, reason: 'unknown_charge' };
  const isSettled = charge.status === 'paid' || charge.status === 'held' || charge.status === 'refunded';
  if (isSettled && !evenIfPaid) {
    return { ok: true, status: charge.status };
  }
  const gateway = ctx.gatewayFor(charge.gateway);
  if (!gateway) {
    ctx.log.error('charge.gateway_not_set_up', { chargeId, gateway: charge.gateway });
    return { ok: false, reason: 'gateway_unavailable' };
  }

  try {
    const found = await gateway.find({ chargeId, gatewayChargeId: charge.gateway_charge_id });
    if (!found.ok) return { ok: false, reason: 'unknown_at_gateway' };
    const status = await applyGatewayAnswer(ctx, chargeId, found.charge);
    const isOpenThere = found.charge.status === 'pending' || found.charge.status === 'expired';
    if (status !== 'expired' || !isOpenThere) return { ok: true, status };
    const reference = { chargeId, gatewayChargeId: found.charge.gatewayChargeId };
    return { ok: true, status: await withdraw(ctx, gateway, reference) };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn('charge.find_failed', { chargeId, error });
    return { ok: false, reason: 'gateway_unavailable' };
  }
}

/**
 * A code that ran out here is closed there too, where the gateway can: the buyer may hold a new one by now,
 * and a bank's clock may be slow. Whoever paid at the last moment is found by asking once more.
 */
async function withdraw(
  ctx: ShopContext,
  gateway: PixGateway,
  reference: ChargeReference,
): Promise<ChargeStatus> {
  try {
    const closed = await gateway.cancel(reference);
    if (closed.ok || closed.reason !== 'already_paid') return 'expired';
    const found = await gateway.find(reference);
    return found.ok ? await applyGatewayAnswer(ctx, reference.chargeId, found.charge) : 'expired';
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn('charge.withdraw_failed', { chargeId: reference.chargeId, error });
    return 'expired';
  }
}
