import type { ChargeStatus } from '#db/schema.ts';

/**
 * Charges without money that the gateway is still asked about. A buyer may yet pay them, whatever their status here.
 */
export const UNPAID: readonly ChargeStatus[] = ['creating', 'pending', 'expired', 'cancelled'];

/** An unpaid order is cancelled this long after expiry; until then the gateway is asked. */
export const CANCEL_GRACE_SECONDS = 30 * 60;

/** Within this pause, 'Já paguei' is answered from the database. */
export const LOOK_UP_PAUSE_SECONDS = 3;

/** After this time another process may take over the create of a charge. */
export const CREATE_CLAIM_SECONDS = 30;

/**
 * A create without an answer is looked up at the gateway for this long. Only then is another charge created: the buyer
 * read 'em um minuto'.
 */
export const UNANSWERED_WAIT_SECONDS = 45;

/** The payment page reports this often that it is open; a report is valid for this long. */
export const WATCHED_SECONDS = 45;
/** The pause between look-ups of a charge meanwhile. */
export const WATCHED_PAUSE_SECONDS = 8;

const YOUNG_SECONDS = 10 * 60;
const YOUNG_PAUSE_SECONDS = 45;

const LATE_PAYMENT_WATCH_SECONDS = 24 * 3600;

/**
 * When to ask the gateway again about an unpaid charge: often while the buyer waits, then ever more rarely, and for a
 * day after expiry, because the webhook of a late payment may be lost too.
 * @returns null when it is time to stop. A later webhook is still believed.
 */
export function nextCheckAt(
  charge: { createdAt: Date; expiresAt: Date; watchedUntil?: Date | null },
  now: Date,
): Date | null {
  const ageSeconds = (now.getTime() - charge.createdAt.getTime()) / 1000;
  const lateSeconds = (now.getTime() - charge.expiresAt.getTime()) / 1000;
  if (lateSeconds > LATE_PAYMENT_WATCH_SECONDS) return null;
  if (charge.watchedUntil && charge.watchedUntil > now) return secondsAfter(now, WATCHED_PAUSE_SECONDS);
  // Together with the pause of the sweep, a payment of the first ten minutes is found within one minute.
  if (ageSeconds < YOUNG_SECONDS) return secondsAfter(now, YOUNG_PAUSE_SECONDS);
  const pause = lateSeconds > CANCEL_GRACE_SECONDS ? ageSeconds / 4 : Math.min(ageSeconds / 6, 5 * 60);
  return secondsAfter(now, pause);
}

const AFTERCARE_DAYS = 90;
const DAY_MS = 24 * 3600 * 1000;

/**
 * When to ask again about a paid charge: a bank may take money back for about three months (MED, returns of a Pix),
 * and not every provider reports it. First after one day, then each time at double the age.
 */
export function nextAftercareAt(paidAt: Date, now: Date): Date | null {
  const ageMs = now.getTime() - paidAt.getTime();
  if (ageMs > AFTERCARE_DAYS * DAY_MS) return null;
  return new Date(now.getTime() + Math.max(ageMs, DAY_MS));
}

export function secondsAfter(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}
