import type { ChargeStatus } from '#db/schema.ts';
import type { OutwardContext } from '#shop/context.ts';
import { cancelUnpaidOrders } from './cancel-unpaid-orders.ts';
import { nextAftercareAt, nextCheckAt, secondsAfter, UNPAID } from './charge-policy.ts';
import { checkCharge } from './check-charge.ts';
import { processLeftoverWebhookEvents } from '../webhooks/process-webhook-events.ts';

/** With a sweep every five seconds, a provider gets at most eight look-ups a second. */
const MAX_PER_SWEEP = 40;
const AT_ONCE = 4;
/** A slow or silent provider must not delay the webhooks or the next sweep. */
const CHARGES_BUDGET_SECONDS = 20;
const WEBHOOKS_BUDGET_SECONDS = 10;
/** Paid charges, whose money a bank may still take back. */
const RECEIVED: ChargeStatus[] = ['paid', 'held'];
/** If a sweep dies, the next one takes over its charges after this time. */
const CLAIM_SECONDS = 120;

/**
 * Asks the gateway about the charges that are due, so that a lost webhook costs seconds, not the sale.
 * Then processes webhooks that failed before, then cancels orders that stayed unpaid through their grace period.
 * Each step has its own time; the rest waits for the next sweep.
 */
export async function sweepCharges(ctx: OutwardContext): Promise<{ asked: number; cancelled: number }> {
  const end = secondsAfter(ctx.now(), CHARGES_BUDGET_SECONDS);
  let asked = 0;
  while (asked < MAX_PER_SWEEP && ctx.now() < end) {
    // Open payment pages are due again within seconds: of enough of them no other charge would get a place.
    const due = [
      ...(await claimDue(ctx, AT_ONCE / 2, { watchedFirst: true })),
      ...(await claimDue(ctx, AT_ONCE / 2, { watchedFirst: false })),
    ];
    asked += due.length;
    await Promise.all(due.map((charge) => askAbout(ctx, charge)));
    if (due.length < AT_ONCE) break;
  }
  await processLeftoverWebhookEvents(ctx, { until: secondsAfter(ctx.now(), WEBHOOKS_BUDGET_SECONDS) });
  const cancelled = await cancelUnpaidOrders(ctx);
  if (asked > 0 || cancelled > 0) ctx.log.info('charges.swept', { asked, cancelled });
  return { asked, cancelled };
}

interface DueCharge {
  id: string;
  createdAt: Date;
  expiresAt: Date;
  paidAt: Date | null;
  watchedUntil: Date | null;
}

/** The charges that are due longest; `watchedFirst`: before them those that a person waits for. */
async function claimDue(
  ctx: OutwardContext,
  places: number,
  { watchedFirst }: { watchedFirst: boolean },
): Promise<DueCharge[]> {
  const now = ctx.now();
  return ctx.db
    .updateTable('charges')
    .set({
      next_check_at: secondsAfter(now, CLAIM_SECONDS),
      checks: (eb) => eb('checks', '+', 1),
    })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('charges')
        .select('id')
        .where('next_check_at', '<=', now)
        .where('status', 'in', [...UNPAID, ...RECEIVED])
        .$if(watchedFirst, (query) =>
          query.orderBy(
            (order) => order.fn.coalesce(order('watched_until', '>', now), order.lit(false)),
            'desc',
          ),
        )
        .orderBy('next_check_at')
        .limit(places)
        .forUpdate()
        .skipLocked(),
    )
    .returning([
      'id',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'paid_at as paidAt',
      'watched_until as watchedUntil',
    ])
    .execute();
}

async function askAbout(ctx: OutwardContext, charge: DueCharge): Promise<void> {
  try {
    await checkCharge(ctx, charge.id, { evenIfPaid: true });
  } catch (error) {
    // One charge that fails must not stop the others.
    ctx.log.error('charge.sweep_failed', { chargeId: charge.id, error });
  }
  const { paidAt } = charge;
  const next = paidAt ? nextAftercareAt(paidAt, ctx.now()) : nextCheckAt(charge, ctx.now());
  // What was paid or refunded meanwhile has its own moment already.
  await ctx.db
    .updateTable('charges')
    .set({ next_check_at: next })
    .where('id', '=', charge.id)
    .where('status', 'in', paidAt ? RECEIVED : UNPAID)
    .execute();
}
