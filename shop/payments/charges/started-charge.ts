import type { ChargeRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { updateCharges } from '#shop/states/move-charge.ts';
import { cutText } from '#shop/text/cut-text.ts';
import type { Payment } from './find-payment.ts';

export const SHOWN_COLUMNS = [
  'id',
  'status',
  'amount_cents as amountCents',
  'pix_code as pixCode',
  'expires_at as expiresAt',
] as const;
export type StartedCharge = Pick<Payment, 'id' | 'status' | 'amountCents' | 'pixCode' | 'expiresAt'>;

export type StartChargeResult =
  /** Of several providers, a charge that is still `creating`: the same call again gives the code. */
  | { ok: true; charge: StartedCharge }
  /** The order stays open and can be resumed. No code was shown. */
  | { ok: false; reason: 'gateway_unavailable' | 'gateway_refused' };

export function readCharge(
  ctx: ShopContext,
  chargeId: string,
): Promise<StartedCharge & Pick<ChargeRow, 'gateway' | 'claimed_until' | 'created_at'>> {
  return ctx.db
    .selectFrom('charges')
    .select([...SHOWN_COLUMNS, 'gateway', 'claimed_until', 'created_at'])
    .where('id', '=', chargeId)
    .executeTakeFirstOrThrow();
}

/** Whoever comes next may ask for it. */
export async function setFree(ctx: ShopContext, chargeId: string): Promise<void> {
  await ctx.db
    .updateTable('charges')
    .set({ claimed_until: null })
    .where('id', '=', chargeId)
    .where('status', '=', 'creating')
    .execute();
}

export async function failCharge(ctx: ShopContext, chargeId: string, failure: string): Promise<void> {
  // A notice may have been faster: then the charge is what the notice says.
  await updateCharges(ctx.db, { id: chargeId }, 'failed', {
    failure: cutText(failure, 500),
    claimed_until: null,
    next_check_at: null,
  }).execute();
}
