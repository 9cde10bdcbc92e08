import type { ShopContext } from '#shop/context.ts';
import { askAboutCharge, type AskAboutChargeResult } from './ask-about-charge.ts';

export type ConfirmChargeResult = AskAboutChargeResult | { ok: false; reason: 'unknown_charge' };

/**
 * Asks the gateway about a charge and acts on what it says. Everything that learns of a possible payment
 * (sweep, 'Já paguei', the simulator's button) ends here, and a webhook at the same `askAboutCharge`; nothing else marks
 * money as received.
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
  return askAboutCharge(ctx, charge);
}
