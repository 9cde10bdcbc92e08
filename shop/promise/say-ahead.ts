import { writeDay } from '#shop/text/write-day.ts';

/** Of the skins of an order, one for each that is sold ahead. */
export const releasesOf = (items: readonly { aheadUntil: string | null }[]): string[] =>
  items.flatMap(({ aheadUntil }) => aheadUntil ?? []);

/** Beside a skin that is sold ahead. */
export const nameAhead = (until: string): string => `Pré-venda até ${writeDay(until)}`;

/** The one sentence about what is sold ahead, before the payment and after it: the day of each, `of` the skins of the order. */
export function sayAhead(untils: readonly string[], of = 1): string {
  const days = [...new Set(untils)].sort().map(writeDay).join(' ou ');
  const rest = untils.length < of ? ' O resto do pedido não espera.' : '';
  return `O que está em pré-venda ainda não tem arquivo e é entregue assim que ele chegar. Se não chegar até ${days}, o valor volta sozinho para quem pagou.${rest}`;
}
