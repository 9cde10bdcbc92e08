import type { StaffHours } from '#shop/settings/setting-table.ts';
import { dueAt } from './due-at.ts';

/** What is bought, or an order, as far as its time goes. */
export interface Timed {
  status: string;
  dueAt: Date | null;
  /** It comes with the update of a file. */
  awaitsUpdate?: boolean;
  /** Somebody looks into its file first. */
  awaitsExamination?: boolean;
  /** The last day of each that is sold ahead of its file and is still to come. */
  releases?: readonly string[];
  /** How many skins it has. */
  of?: number;
  /** For whoever gave it: it comes to somebody else. */
  isGift?: boolean;
  /** Its money goes back: nothing comes. */
  isPromisedBack?: boolean;
}

export type Told =
  | { kind: 'update' }
  /** It comes with its file, until one of these days, or its money goes back. */
  | { kind: 'release'; untils: readonly string[]; of: number }
  /** Nothing is paid: so soon after the payment. */
  | { kind: 'within'; minutes: number }
  /** Nothing is paid, and staff are away: what is paid now comes until then. */
  | { kind: 'away'; until: Date }
  | { kind: 'until'; until: Date }
  | { kind: 'late' };

/**
 * What is said about the time of an order, to whoever reads it, before the payment and after it; null: nothing. Every
 * screen and mail says it in its own words and decides nothing by itself (docs/decisions/the-promise-is-a-clock.md).
 */
export function tellTime(
  { status, dueAt: due, awaitsUpdate, releases: untils = [], of = 1, isGift, isPromisedBack }: Timed,
  now: Date,
  offer?: { promiseMinutes: number; staffHours: StaffHours | null },
): Told | null {
  if (isGift || isPromisedBack) return null;
  if (awaitsUpdate) return { kind: 'update' };
  if (status === 'pending' && due) return due <= now ? { kind: 'late' } : { kind: 'until', until: due };
  if (untils.length > 0 && (status === 'pending' || status === 'awaiting_payment'))
    return { kind: 'release', untils, of };
  if (status !== 'awaiting_payment' || !offer) return null;
  const { promiseMinutes: minutes, staffHours } = offer;
  const until = dueAt(now, minutes, staffHours);
  const isAway = until.getTime() - now.getTime() > minutes * 60_000;
  return isAway ? { kind: 'away', until } : { kind: 'within', minutes };
}
