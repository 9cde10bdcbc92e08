import type { OutwardContext } from '#shop/context.ts';
import { secondsAfter } from './charge-policy.ts';
import { checkCharge } from './check-charge.ts';
import { checkDispute } from './check-dispute.ts';

/** A silent provider must not keep the job until it expires. */
const BUDGET_SECONDS = 10 * 60;

/**
 * Asks about every open dispute: not every provider reports the end of one, and a bank may take months. The look after
 * paid charges ends earlier and becomes rare. Those that its time does not reach come first in the next sweep.
 */
export async function sweepDisputes(ctx: OutwardContext): Promise<{ asked: number }> {
  const end = secondsAfter(ctx.now(), BUDGET_SECONDS);
  const open = await ctx.db
    .selectFrom('disputes')
    .innerJoin('charges', 'charges.id', 'disputes.charge_id')
    .select(['charge_id', 'disputes.gateway', 'gateway_dispute_id'])
    .where('state', '=', 'open')
    .orderBy('asked_at', (order) => order.asc().nullsFirst())
    .orderBy('opened_at')
    .execute();
  let asked = 0;
  for (const { charge_id: chargeId, gateway, gateway_dispute_id: id } of open) {
    const now = ctx.now();
    if (now >= end) break;
    asked++;
    // Otherwise the pause of 'Já paguei', which asks about no charge that was paid.
    await ctx.db.updateTable('charges').set({ asked_at: now }).where('id', '=', chargeId).execute();
    try {
      const isNamed = !id.startsWith(`${chargeId}:`) && ctx.gatewayFor(gateway)?.findDispute !== undefined;
      if (isNamed) await checkDispute(ctx, gateway, id);
      else await checkCharge(ctx, chargeId, { evenIfPaid: true });
    } catch (error) {
      // One dispute that fails must not stop the others.
      ctx.log.error('dispute.sweep_failed', { chargeId, error });
    }
  }
  if (asked > 0) ctx.log.info('disputes.swept', { asked });
  return { asked };
}
