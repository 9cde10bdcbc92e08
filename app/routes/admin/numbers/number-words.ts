import { writeDay } from '#shop/text/write-day.ts';
import { addDays, type AskedSpan, type DaySpan } from '#shop/numbers/day-span.ts';
import type { Totals } from '#shop/numbers/read-numbers.ts';
import { isDay } from '#shop/text/is-day.ts';
import { groupThousands } from '#shop/text/group-thousands.ts';

/** What stands where there is nothing to say. */
export const NOTHING = '—';

/** `< 1 min`, `12 min`, `1 h 05`, `3 dias`. */
export function formatMinutes(minutes: number | null): string {
  if (minutes === null) return NOTHING;
  const whole = Math.round(minutes);
  if (whole < 1) return '< 1 min';
  if (whole < 60) return `${whole} min`;
  const hours = Math.floor(whole / 60);
  if (hours < 48) return `${hours} h ${`${whole % 60}`.padStart(2, '0')}`;
  return `${Math.round(hours / 24)} dias`;
}

export function formatSeconds(seconds: number | null): string {
  return seconds !== null && seconds < 60
    ? `${Math.round(seconds)} s`
    : formatMinutes(seconds && seconds / 60);
}

/** From 0 to 1. Never rounded up to all, and never down to none. */
export function formatRate(rate: number | null): string {
  if (rate === null) return NOTHING;
  const percent = Math.round(rate * 100);
  return `${rate < 1 ? Math.min(percent, 99) : percent}%`;
}

export function countOf(count: number, one: string, many: string): string {
  return `${groupThousands(count)} ${count === 1 ? one : many}`;
}

/** `hoje`, `ontem`, `em 20/11/2026`, `de 01/11/2026 a 22/11/2026`. */
function describeSpan({ from, to }: DaySpan, today: string): string {
  if (from !== to) return `de ${writeDay(from)} a ${writeDay(to)}`;
  if (to === today) return 'hoje';
  return to === addDays(today, -1) ? 'ontem' : `em ${writeDay(to)}`;
}

/** The sentence that comes before the figures. */
export function describeNumbers({ span, orders, delivery }: Totals, today: string): string {
  const placed = `${countOf(orders, 'pedido', 'pedidos')} ${describeSpan(span, today)}`;
  if (delivery.onTime === null) return placed;
  const onTime = Math.round(delivery.onTime * delivery.delivered);
  return `${placed}, ${countOf(delivery.delivered, 'entregue', 'entregues')}, ${groupThousands(onTime)} no prazo`;
}

/** Why these days cannot be shown, and what is shown in their place. */
export function describeRefusal({ reason, asked }: Extract<AskedSpan, { ok: false }>): string {
  const wrong = [asked.from, asked.to].find((text) => !isDay(text)) ?? '';
  const why = {
    no_day: `‘${wrong.slice(0, 20)}’ não é um dia do calendário.`,
    reversed: 'O começo vem depois do fim.',
    too_long: 'O período passa de dez anos.',
  }[reason];
  return `${why} Escolha outros dias; abaixo está hoje.`;
}
