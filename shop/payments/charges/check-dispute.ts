import type { ChargeRow } from '#db/schema.ts';
import type { OutwardContext } from '#shop/context.ts';
import { recordDisputes } from '#shop/disputes/record-disputes.ts';
import { tellChange } from '#shop/events/tell.ts';
import { lockOrder } from '#shop/states/lock-order.ts';
import { GatewayError, type FindDisputeResult } from '../gateway.ts';
import { checkChargeAtGateway } from './check-charge-at-gateway.ts';

/**
 * Asks a gateway about a dispute that a notice named, and then about its charge, whose money may have gone.
 * @returns false: there was no usable answer, so ask again later. A dispute of a payment that is not ours is done.
 */
export async function checkDispute(
  ctx: OutwardContext,
  gatewayName: string,
  gatewayDisputeId: string,
): Promise<boolean> {
  const gateway = ctx.gatewayFor(gatewayName);
  if (!gateway?.findDispute) return false;
  const askedAt = ctx.now();
  let found: FindDisputeResult;
  try {
    found = await gateway.findDispute(gatewayDisputeId);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn('dispute.find_failed', { gateway: gatewayName, gatewayDisputeId, error });
    return false;
  }
  if (!found.ok) return false;
  const { chargeId, gatewayChargeId } = found.charge;
  if (chargeId === null && gatewayChargeId === null) {
    ctx.log.info('dispute.not_ours', { gateway: gatewayName, gatewayDisputeId });
    return true;
  }
  const charge = await findCharge(ctx, gatewayName, found.charge);
  if (!charge) return false;
  const { dispute } = found;
  await ctx.transaction(async (tx) => {
    const order = await lockOrder(tx, { chargeId: charge.id });
    if (!order) return;
    const { facts } = await recordDisputes(ctx, tx, order, charge, { disputes: [dispute], askedAt });
    await tellChange(ctx, tx, ...facts);
  });
  return (await checkChargeAtGateway(ctx, charge)).ok;
}

async function findCharge(
  ctx: OutwardContext,
  gateway: string,
  { chargeId, gatewayChargeId }: { chargeId: string | null; gatewayChargeId: string | null },
): Promise<Pick<ChargeRow, 'id' | 'gateway' | 'gateway_charge_id'> | undefined> {
  return ctx.db
    .selectFrom('charges')
    .select(['id', 'gateway', 'gateway_charge_id'])
    .where('gateway', '=', gateway)
    .where((eb) => eb.or([eb('id', '=', chargeId), eb('gateway_charge_id', '=', gatewayChargeId)]))
    .executeTakeFirst();
}
