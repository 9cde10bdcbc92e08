import type { ShopContext } from '#shop/context.ts';
import { isSettled } from '#shop/states/charge-status.ts';

export interface SimulatedCharge {
  id: string;
  amountCents: number;
  isPaid: boolean;
  isExpired: boolean;
  /** null: nobody has disputed it. */
  dispute: 'open' | 'won' | 'lost' | null;
}

/**
 * The fields of a simulated charge for its payer: no person, no order. null: no such charge, or a charge with real
 * money.
 */
export async function findSimulatedCharge(
  ctx: ShopContext,
  chargeId: string,
): Promise<SimulatedCharge | null> {
  if (!ctx.simulator) return null;
  const row = await ctx.db
    .selectFrom('charges')
    .select(['id', 'amount_cents', 'status', 'expires_at'])
    .where('id', '=', chargeId)
    .where('gateway', '=', 'simulator')
    .executeTakeFirst();
  if (!row) return null;
  const dispute = await ctx.db
    .selectFrom('disputes')
    .select('state')
    .where('charge_id', '=', row.id)
    .orderBy('opened_at', 'desc')
    .executeTakeFirst();
  return {
    id: row.id,
    amountCents: row.amount_cents,
    isPaid: isSettled(row.status),
    isExpired: row.expires_at <= ctx.now(),
    dispute: dispute?.state ?? null,
  };
}
