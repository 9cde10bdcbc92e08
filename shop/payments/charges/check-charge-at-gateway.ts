import type { ChargeRow, ChargeStatus } from '#db/schema.ts';
import type { OutwardContext } from '#shop/context.ts';
import { applyGatewayAnswer } from '../money/apply-gateway-answer.ts';
import { endCode } from './end-code.ts';
import { GatewayError, type ChargeReference, type PixGateway } from '../gateway.ts';

export type CheckChargeAtGatewayResult =
  | { ok: true; status: ChargeStatus }
  | { ok: false; reason: 'gateway_unavailable' | 'unknown_at_gateway' };

/** Asks the gateway about a charge of any status, and acts on the answer. */
export async function checkChargeAtGateway(
  ctx: OutwardContext,
  charge: Pick<ChargeRow, 'id' | 'gateway' | 'gateway_charge_id'>,
  /** The caller that holds the claim of a row without a code may store the code that is found. */
  { mayAdopt = false }: { mayAdopt?: boolean } = {},
): Promise<CheckChargeAtGatewayResult> {
  const chargeId = charge.id;
  const gateway = ctx.gatewayFor(charge.gateway);
  if (!gateway) {
    ctx.log.error('charge.gateway_not_set_up', { chargeId, gateway: charge.gateway });
    return { ok: false, reason: 'gateway_unavailable' };
  }

  try {
    const askedAt = ctx.now();
    const found = await gateway.find({ chargeId, gatewayChargeId: charge.gateway_charge_id });
    if (!found.ok) return { ok: false, reason: 'unknown_at_gateway' };
    const status = await applyGatewayAnswer(ctx, chargeId, found.charge, { mayAdopt, askedAt });
    const isOpenThere = found.charge.status === 'pending' || found.charge.status === 'expired';
    if ((status !== 'expired' && status !== 'cancelled') || !isOpenThere) return { ok: true, status };
    const reference = { chargeId, gatewayChargeId: found.charge.gatewayChargeId };
    return { ok: true, status: await closeAtGateway(ctx, gateway, reference, status) };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn('charge.find_failed', { chargeId, error });
    return { ok: false, reason: 'gateway_unavailable' };
  }
}

/**
 * A code that expired or was closed here is also closed at the gateway, if it can do that: the buyer may have a newer
 * code or have paid another, and a bank's clock may be slow. A second look-up then finds a payment of the last
 * moment.
 */
async function closeAtGateway(
  ctx: OutwardContext,
  gateway: PixGateway,
  reference: ChargeReference,
  status: 'expired' | 'cancelled',
): Promise<ChargeStatus> {
  try {
    const closed = await gateway.cancel(reference);
    if (closed.ok) await endCode(ctx, ctx.db, reference.chargeId);
    if (closed.ok || closed.reason !== 'already_paid') return status;
    const found = await gateway.find(reference);
    return found.ok ? await applyGatewayAnswer(ctx, reference.chargeId, found.charge) : status;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn('charge.withdraw_failed', { chargeId: reference.chargeId, error });
    return status;
  }
}
