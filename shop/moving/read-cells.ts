import { foldText } from '#shop/catalog/search/fold-text.ts';
import { readReais } from '#shop/text/read-reais.ts';
import { SHOP_OFFSET } from '#shop/text/shop-zone.ts';
import { tidyLine } from '#shop/text/tidy-text.ts';

/** A cell as a person reads it: programs of tables write `="1001"`, and `'` before what looks like a formula. */
export const readCell = (text: string | undefined): string =>
  tidyLine(text ?? '')
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'(?=[=+\-@\d])/, '');

/** Lower case; null: it is no address. */
export function readEmail(text: string): string | null {
  const email = text.toLowerCase();
  return email.length <= 200 && /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]+$/.test(email) ? email : null;
}

/** `R$1.093,18`, `94.90`, `1,093.18`. null: no sum, or none that an order can have. */
export function readSum(text: string): number | null {
  const bare = text.replace(/^(?:R\$|BRL)\s*|\s*BRL$/g, '');
  const cents = readReais(/^\d{1,3}(?:,\d{3})+\.\d{1,2}$/.test(bare) ? bare.replaceAll(',', '') : bare);
  return cents !== null && cents <= 100_000_000 ? cents : null;
}

const DAY_FIRST = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:,?\s+(?:às\s+)?(\d{1,2}):(\d\d)(?::(\d\d))?)?$/;
const YEAR_FIRST =
  /^(\d{4})[-/](\d\d)[-/](\d\d)(?:[T\s](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(Z|UTC|[+-]\d\d:?\d\d)?)?$/;

/** `31/12/2026 09:30`, `31-12-2026`, `2026-12-31 09:30:00 -0300`; `without` an offset in São Paulo. null: no day that was. */
export function readDay(text: string, without = SHOP_OFFSET): Date | null {
  const first = DAY_FIRST.exec(text);
  const [, year, month, day, hour, minute, second, zone] = first
    ? [first[0], first[3], first[2], first[1], first[4], first[5], first[6]]
    : (YEAR_FIRST.exec(text) ?? []);
  if (year === undefined) return null;
  const two = (part = '0') => part.padStart(2, '0');
  const date = `${year}-${two(month)}-${two(day)}`;
  // Of a 31st of February a Date makes another day.
  const noon = new Date(`${date}T12:00:00Z`);
  if (Number.isNaN(noon.getTime()) || noon.toISOString().slice(0, 10) !== date) return null;
  const offset = zone === undefined ? without : zone === 'UTC' ? 'Z' : zone;
  const at = new Date(`${date}T${two(hour)}:${two(minute)}:${two(second)}${offset}`);
  return Number.isNaN(at.getTime()) || at.getUTCFullYear() < 1990 || at.getUTCFullYear() > 2199 ? null : at;
}

const PAID = ['confirmado', 'recebido', 'pago', 'aprovado', 'pagamentoconfirmado', 'pagamentorecebido'];
const PAID_ELSEWHERE = ['paid', 'partiallyrefunded', 'complete', 'completed'];
const NOT_PAID = ['pendente', 'recusado', 'anulado', 'cancelado', 'cancelada', 'estornado', 'devolvido'];
const NOT_PAID_EITHER = ['reembolsado', 'autorizado', 'expirado', 'abandonado', 'emprocessamento', 'naopago'];
const NOT_PAID_ELSEWHERE = [
  'pending',
  'authorized',
  'partiallypaid',
  'refunded',
  'refund',
  'voided',
  'expired',
  'unpaid',
  'failed',
  'chargeback',
  'cancelled',
  'canceled',
  'declined',
  'processing',
  'onhold',
  'initiated',
];
const STATES = new Map([
  ...[...PAID, ...PAID_ELSEWHERE].map((word) => [word, true] as const),
  ...[...NOT_PAID, ...NOT_PAID_EITHER, ...NOT_PAID_ELSEWHERE].map((word) => [word, false] as const),
]);

/** Whether the other shop has this money. null: a word that nobody knows. */
export const readPaid = (text: string): boolean | null => STATES.get(foldText(text)) ?? null;

/** What the other shop says of an order as a whole: a word, or the moment at which it was cancelled. */
export const isCancelled = (text: string): boolean => /^(?:cancel|anul)|^\d{4}-/i.test(text);

/** null: yes, as what is not said is. */
export const isShown = (text: string): boolean =>
  !['nao', 'false', '0', 'no', 'draft', 'archived', '1'].includes(foldText(text)) || text === '1';
