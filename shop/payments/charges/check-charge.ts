import type { OutwardContext, ShopContext } from '#shop/context.ts';
import { isSettled } from '#shop/states/charge-status.ts';
import { checkChargeAtGateway, type CheckChargeAtGatewayResult } from './check-charge-at-gateway.ts';
import { LOOK_UP_PAUSE_SECONDS, secondsAfter } from './charge-policy.ts';

export type CheckChargeResult = CheckChargeAtGatewayResult | { ok: false; reason: 'unknown_charge' };

/**
 * Asks the gateway about a charge and acts on the answer. Everything that may learn of a payment (sweep, 'Já paguei',
 * the simulator's button) ends here, and a webhook ends at the same `checkChargeAtGateway`. Nothing else marks money
 * as received.
 */
export async function checkCharge(
  ctx: OutwardContext,
  chargeId: string,
  {
    evenIfPaid = false,
    causedByPerson = false,
  }: {
    /** Also ask about a paid charge: for refunds, chargebacks and second payments. */
    evenIfPaid?: boolean;
    /** A person only wants to see the state: do not repeat a look-up of a moment ago. */
    causedByPerson?: boolean;
  } = {},
): Promise<CheckChargeResult> {
  const charge = await ctx.db
    .selectFrom('charges')
    .select(['id', 'status', 'gateway', 'gateway_charge_id'])
    .where('id', '=', chargeId)
    .executeTakeFirst();
  if (!charge) return { ok: false, reason: 'unknown_charge' };
  if (isSettled(charge.status) && !evenIfPaid) return { ok: true, status: charge.status };
  if (causedByPerson && !(await takeLookUp(ctx, chargeId))) return { ok: true, status: charge.status };
  return checkChargeAtGateway(ctx, charge);
}

/** Of all callers within the pause, in all processes, exactly one gets true. */
async function takeLookUp(ctx: ShopContext, chargeId: string): Promise<boolean> {
  const now = ctx.now();
  const taken = await ctx.db
    .updateTable('charges')
    .set({ asked_at: now })
    .where('id', '=', chargeId)
    .where((eb) =>
      eb.or([
        eb('asked_at', 'is', null),
        eb('asked_at', '<=', secondsAfter(now, -LOOK_UP_PAUSE_SECONDS)),
        // A clock that is far ahead wrote this. If it is ahead by less than the pause, it is another press of this
        // moment.
        eb('asked_at', '>', secondsAfter(now, LOOK_UP_PAUSE_SECONDS)),
      ]),
    )
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n;
}
