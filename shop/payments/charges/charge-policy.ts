import type { ChargeStatus } from '#db/schema.ts';

/** Charges without money that the gateway is still asked about: whatever they are here, a buyer may yet pay them. */
export const UNPAID: readonly ChargeStatus[] = ['creating', 'pending', 'expired', 'cancelled'];

/** After expiry the gateway is still asked for this long before an unpaid order is cancelled (ruling 3). */
export const CANCEL_GRACE_SECONDS = 30 * 60;

/** People may press 'Já paguei' as often as they like; in between the database answers (ruling 27). */
export const LOOK_UP_PAUSE_SECONDS = 3;

/** How long one process may be busy creating a charge at the gateway before another may take over. */
export const CREATE_CLAIM_SECONDS = 30;

/** So long a create without an answer is looked for at the gateway before another charge may be asked for. */
export const UNANSWERED_WAIT_SECONDS = 90;

/** The payment page says this often that somebody looks at it; one word is good for so long. */
export const WATCHED_SECONDS = 45;
/** How often a provider is asked about a charge meanwhile. */
export const WATCHED_PAUSE_SECONDS = 8;

const YOUNG_SECONDS = 10 * 60;
const YOUNG_PAUSE_SECONDS = 45;

const LATE_PAYMENT_WATCH_SECONDS = 24 * 3600;

/**
 * When to ask the gateway again about an unpaid charge: often while the buyer looks, ever more rarely
 * later, and for a day after expiry, because a webhook for a late payment may be lost too.
 * @returns null when it is time to stop asking; a webhook is still believed after that.
 */
export function nextCheckAt(
  charge: { createdAt: Date; expiresAt: Date; watchedUntil?: Date | null },
  now: Date,
): Date | null {
  const ageSeconds = (now.getTime() - charge.createdAt.getTime()) / 1000;
  const lateSeconds = (now.getTime() - charge.expiresAt.getTime()) / 1000;
  if (lateSeconds > LATE_PAYMENT_WATCH_SECONDS) return null;
  if (charge.watchedUntil && charge.watchedUntil > now) return secondsAfter(now, WATCHED_PAUSE_SECONDS);
  // With the sweep's own pause a payment of the first ten minutes is found within one.
  if (ageSeconds < YOUNG_SECONDS) return secondsAfter(now, YOUNG_PAUSE_SECONDS);
  const pause = lateSeconds > CANCEL_GRACE_SECONDS ? ageSeconds / 4 : Math.min(ageSeconds / 6, 5 * 60);
  return secondsAfter(now, pause);
}

const AFTERCARE_DAYS = 90;
const DAY_MS = 24 * 3600 * 1000;

/**
 * When to ask again about a charge that was paid: a bank may take the money back for some three months (MED,
 * returns of a Pix), and not every provider says so by itself. After one day, then at double the age.
 */
export function nextAftercareAt(paidAt: Date, now: Date): Date | null {
  const ageMs = now.getTime() - paidAt.getTime();
  if (ageMs > AFTERCARE_DAYS * DAY_MS) return null;
  return new Date(now.getTime() + Math.max(ageMs, DAY_MS));
}

export function secondsAfter(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}
