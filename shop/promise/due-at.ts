import type { StaffHours } from '#shop/settings/setting-table.ts';
import { SHOP_ZONE } from '#shop/text/shop-zone.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Until when an order that is paid now arrives: the promise, counted only while staff are there. `hours`
 * null: always. Runs in the browser too, before the payment.
 */
export function dueAt(paidAt: Date, promiseMinutes: number, hours: StaffHours | null): Date {
  let leftMs = promiseMinutes * MINUTE_MS;
  if (!hours) return new Date(paidAt.getTime() + leftMs);
  const paid = paidAt.getTime();
  const today = Math.floor(localMs(paid) / DAY_MS) * DAY_MS;
  // The night before may reach into today.
  for (let day = today - DAY_MS; ; day += DAY_MS) {
    if (!hours.days.includes(weekdayOf(day))) continue;
    const [opens, closes] = openOn(day, hours);
    const begins = Math.max(opens, paid);
    if (begins + leftMs <= closes) return new Date(begins + leftMs);
    leftMs -= Math.max(0, closes - begins);
  }
}

/** Hours that end before they begin end on the next day. */
function openOn(day: number, { from, to }: StaffHours): [opens: number, closes: number] {
  const [start, end] = [from, to].map((time) => {
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    return day + (hour * 60 + minute) * MINUTE_MS;
  }) as [number, number];
  return [instantOf(start), instantOf(end > start ? end : end + DAY_MS)];
}

/** 1 is Monday. The first day of the epoch was a Thursday. */
const weekdayOf = (day: number) => ((day / DAY_MS + 3) % 7) + 1;

const CLOCK = new Intl.DateTimeFormat('en-US', {
  timeZone: SHOP_ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

/** What the clocks of São Paulo show, as if it were UTC. Whole seconds, as every offset is. */
function localMs(instant: number): number {
  const parts = Object.fromEntries(
    CLOCK.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The moment at which the clocks show this. */
function instantOf(local: number): number {
  const guess = local + (local - localMs(local));
  return guess + (local - localMs(guess));
}
