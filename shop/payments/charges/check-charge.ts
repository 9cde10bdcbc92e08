import type { OutwardContext, ShopContext } from '#shop/context.ts';
import { isSettled } from '#shop/states/charge-status.ts';
import { checkChargeAtGateway, type CheckChargeAtGatewayResult } from './check-charge-at-gateway.ts';
import { LOOK_UP_PAUSE_SECONDS, secondsAfter } from './charge-policy.ts';

export type CheckChargeResult = CheckChargeAtGatewayResult | { ok: false; reason: 'unknown_charge' };

/**
 * Asks the gateway about a charge and acts on what it says. Everything that learns of a possible payment
 * (sweep, 'Já paguei', the simulator's button) ends here, and a webhook at the same `checkChargeAtGateway`; nothing else marks
 * money as received.
 */
export async function checkCharge(
  ctx: OutwardContext,
  chargeId: string,
  {
    evenIfPaid = false,
    causedByPerson = false,
  }: {
    /** Also about one that was paid: for news of refunds, chargebacks and second payments. */
    evenIfPaid?: boolean;
    /** Nothing new is known, somebody only wants to see: the provider is spared what it was asked a moment ago. */
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

/** Of all who ask within the pause, in whichever process, exactly one gets it. */
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
        // Written by a clock that was far ahead. One that is ahead by less than the pause is another press of this moment.
        eb('asked_at', '>', secondsAfter(now, LOOK_UP_PAUSE_SECONDS)),
      ]),
    )
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n;
}
