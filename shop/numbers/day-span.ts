import { SHOP_ZONE } from '#shop/text/shop-zone.ts';
import { isDay } from '#shop/text/is-day.ts';

/** Whole days of São Paulo, both included, as `2026-11-22`. */
export interface DaySpan {
  from: string;
  to: string;
}

/** Ten years. */
const MAX_SPAN_DAYS = 3653;

const DAY_MS = 24 * 3600 * 1000;
// Sweden writes a day as ISO 8601 does.
const DAY_OF = new Intl.DateTimeFormat('sv-SE', { timeZone: SHOP_ZONE });

const HOUR_OF = new Intl.DateTimeFormat('sv-SE', { timeZone: SHOP_ZONE, hour: '2-digit', hourCycle: 'h23' });

export function dayOf(at: Date): string {
  return DAY_OF.format(at);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

export function countDays({ from, to }: DaySpan): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

export type SpanPart = 'hour' | 'day' | 'month';

/** A part of a span. `hour`: that one of its day alone, on the clocks of São Paulo. */
export type SpanPiece = DaySpan & { hour?: number };

/** The hour of São Paulo at this moment, 0 to 23. */
export function hourOf(at: Date): number {
  return Number(HOUR_OF.format(at));
}

/** The span in its hours, its days, or its months, of which the first and the last may be cut. */
export function splitSpan(span: DaySpan, part: SpanPart): SpanPiece[] {
  const days = Array.from({ length: countDays(span) }, (_, n) => addDays(span.from, n));
  if (part === 'day') return days.map((day) => ({ from: day, to: day }));
  if (part === 'hour') {
    return days.flatMap((day) => Array.from({ length: 24 }, (_, hour) => ({ from: day, to: day, hour })));
  }
  const firsts = days.filter((day, n) => n === 0 || day.endsWith('-01'));
  return firsts.map((from, n) => {
    const next = firsts[n + 1];
    return { from, to: next === undefined ? span.to : addDays(next, -1) };
  });
}

/** As many days, up to the day before. */
export function spanBefore(span: DaySpan): DaySpan {
  return { from: addDays(span.from, -countDays(span)), to: addDays(span.from, -1) };
}

export type AskedSpan =
  | { ok: true; span: DaySpan }
  | { ok: false; reason: 'no_day' | 'reversed' | 'too_long'; asked: DaySpan };

/** What an address asks for; a missing end is today, and a missing beginning is the end. */
export function readSpan(query: URLSearchParams, today: string): AskedSpan {
  const to = query.get('to') || today;
  const from = query.get('from') || to;
  const refuse = (reason: 'no_day' | 'reversed' | 'too_long'): AskedSpan => ({
    ok: false,
    reason,
    asked: { from, to },
  });
  if (!isDay(from) || !isDay(to)) return refuse('no_day');
  if (from > to) return refuse('reversed');
  if (countDays({ from, to }) > MAX_SPAN_DAYS) return refuse('too_long');
  return { ok: true, span: { from, to } };
}
