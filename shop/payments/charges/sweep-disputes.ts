import type { OutwardContext } from '#shop/context.ts';
import { checkCharge } from './check-charge.ts';
import { checkDispute } from './check-dispute.ts';

/**
 * Asks about every open dispute: not every provider reports the end of one, and a bank may take months. The look after
 * paid charges ends earlier and becomes rare.
 */
export async function sweepDisputes(ctx: OutwardContext): Promise<{ asked: number }> {
  const open = await ctx.db
    .selectFrom('disputes')
    .select(['charge_id', 'gateway', 'gateway_dispute_id'])
    .where('state', '=', 'open')
    .orderBy('opened_at')
    .execute();
  for (const { charge_id: chargeId, gateway, gateway_dispute_id: id } of open) {
    try {
      const isNamed = !id.startsWith(`${chargeId}:`) && ctx.gatewayFor(gateway)?.findDispute !== undefined;
      if (isNamed) await checkDispute(ctx, gateway, id);
      else await checkCharge(ctx, chargeId, { evenIfPaid: true });
    } catch (error) {
      // One dispute that fails must not stop the others.
      ctx.log.error('dispute.sweep_failed', { chargeId, error });
    }
  }
  if (open.length > 0) ctx.log.info('disputes.swept', { asked: open.length });
  return { asked: open.length };
}
