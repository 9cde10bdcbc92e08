import type { BadgeTone } from '#app/ui/list/badge.tsx';
import { formatArrival } from '#shop/text/format-date.ts';
import { tellTime } from '#shop/promise/tell-time.ts';
import type { StaffOrder } from '#shop/orders/search/list-all-orders.ts';

const SOON_MINUTES = 5;
const COUNTED_MINUTES = 60;

/** How an order that waits stands with its promise; null where there is none to keep. */
export function dueWords(
  { status, dueAt }: Pick<StaffOrder, 'status' | 'dueAt'>,
  now: Date,
): { tone: BadgeTone; text: string } | null {
  const told = tellTime({ status, dueAt }, now);
  if (told?.kind === 'late') return { tone: 'danger', text: 'ATRASADO' };
  if (told?.kind !== 'until' || !dueAt) return null;
  const minutes = Math.ceil((dueAt.getTime() - now.getTime()) / 60_000);
  if (minutes > COUNTED_MINUTES) return { tone: 'neutral', text: `VENCE ${formatArrival(dueAt, now)}` };
  return { tone: minutes <= SOON_MINUTES ? 'accent' : 'neutral', text: `VENCE EM ${minutes} MIN` };
}
