import type { ChargeStatus } from '#db/schema.ts';
import type { OutwardContext } from '#shop/context.ts';
import { cancelUnpaidOrders } from '#shop/orders/cancel-unpaid-orders.ts';
import { nextAftercareAt, nextCheckAt } from './charge-policy.ts';
import { confirmCharge } from './confirm-charge.ts';
import { processLeftoverWebhookEvents } from './process-webhook-events.ts';

const BATCH = 200;
const AT_ONCE = 4;
const UNPAID: ChargeStatus[] = ['creating', 'pending', 'expired', 'cancelled'];
/** A bank may still take their money back. */
const SETTLED: ChargeStatus[] = ['paid', 'held'];
/** A sweep that dies half-way leaves its charges to the next one after this long. */
const CLAIM_SECONDS = 120;

/**
 * Asks the gateway about every charge whose turn has come, so that a lost webhook costs minutes, not the
 * sale (ruling 5); then cancels what stayed unpaid through its grace period (ruling 3).
 */
export async function sweepCharges(ctx: OutwardContext): Promise<{ asked: number; cancelled: number }> {
  await processLeftoverWebhookEvents(ctx);
  const now = ctx.now();
  const due = await ctx.db
    .updateTable('charges')
    .set({
      next_check_at: new Date(now.getTime() + CLAIM_SECONDS * 1000),
      checks: (eb) => eb('checks', '+', 1),
    })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('charges')
        .select('id')
        .where('next_check_at', '<=', now)
        .where('status', 'in', [...UNPAID, ...SETTLED])
        .orderBy('next_check_at')
        .limit(BATCH)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'created_at', 'expires_at'])
    .execute();

  const queue = [...due];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let charge = queue.pop(); charge; charge = queue.pop()) {
        await askAbout(ctx, { id: charge.id, createdAt: charge.created_at, expiresAt: charge.expires_at });
      }
    }),
  );
  const cancelled = await cancelUnpaidOrders(ctx);
  if (due.length > 0 || cancelled > 0) ctx.log.info('charges.swept', { asked: due.length, cancelled });
  return { asked: due.length, cancelled };
}

async function askAbout(
  ctx: OutwardContext,
  charge: { id: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  try {
    await confirmCharge(ctx, charge.id, { evenIfPaid: true });
  } catch (error) {
    // One charge that cannot be settled must not keep the others waiting.
    ctx.log.error('charge.sweep_failed', { chargeId: charge.id, error });
  }
  await ctx.db
    .updateTable('charges')
    .set({ next_check_at: nextCheckAt(charge, ctx.now()) })
    .where('id', '=', charge.id)
    .where('status', 'in', UNPAID)
    .execute();
  const settled = await ctx.db
    .selectFrom('charges')
    .select('paid_at')
    .where('id', '=', charge.id)
    .where('status', 'in', SETTLED)
    .executeTakeFirst();
  if (!settled) return;
  await ctx.db
    .updateTable('charges')
    .set({ next_check_at: settled.paid_at && nextAftercareAt(settled.paid_at, ctx.now()) })
    .where('id', '=', charge.id)
    .execute();
}
