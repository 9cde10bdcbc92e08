import { CODE_PATTERN, tidyCode } from './coupon.ts';
import { tidyLine } from '#shop/text/tidy-text.ts';

/** A coupon as staff fill it in. Sums are centavos; NaN: it could not be read. */
export interface CouponForm {
  code: string;
  percent: number | null;
  amountCents: number | null;
  validFrom: Date | null;
  /** The first moment at which it is expired. */
  validTo: Date | null;
  maxUses: number | null;
  maxPerPerson: number | null;
  minTotalCents: number | null;
  championId: string | null;
  creator: string | null;
  active: boolean;
}

export const COUPON_LIMITS = { code: 30, creator: 80, amountCents: 500_000, uses: 1_000_000 } as const;

export type CouponFields = Partial<Record<keyof CouponForm, string>>;

/** Tidies and checks a coupon. Runs in the browser too; whether a champion is there only the server knows. */
export function checkCoupon(
  form: CouponForm,
): { ok: true; coupon: CouponForm } | { ok: false; fields: CouponFields } {
  const coupon = { ...form, code: tidyCode(form.code), creator: tidyLine(form.creator ?? '') || null };
  const { percent, amountCents, validFrom, validTo, minTotalCents } = coupon;
  const fields: CouponFields = {};
  if (!CODE_PATTERN.test(coupon.code))
    fields.code = 'De 3 a 30 letras, números, hifens ou sublinhados, sem acentos.';
  if ((percent === null) === (amountCents === null)) fields.percent = 'Informe uma porcentagem ou um valor.';
  if (percent !== null && !isWhole(percent, 100)) fields.percent = 'Use um número inteiro de 1 a 100.';
  if (amountCents !== null && !isWhole(amountCents, COUPON_LIMITS.amountCents))
    fields.amountCents = 'Use um valor de R$ 0,01 a R$ 5.000,00.';
  if (minTotalCents !== null && !isWhole(minTotalCents, COUPON_LIMITS.amountCents))
    fields.minTotalCents = 'Use um valor de R$ 0,01 a R$ 5.000,00, ou deixe em branco.';
  for (const field of ['maxUses', 'maxPerPerson'] as const) {
    const limit = coupon[field];
    if (limit !== null && !isWhole(limit, COUPON_LIMITS.uses))
      fields[field] = 'Use um número inteiro maior que zero, ou deixe em branco.';
  }
  for (const field of ['validFrom', 'validTo'] as const) {
    const at = coupon[field];
    if (at !== null && !isDate(at)) fields[field] = 'Use uma data que exista.';
  }
  if (validFrom && validTo && validFrom >= validTo) fields.validTo = 'O fim vem depois do começo.';
  if ((coupon.creator ?? '').length > COUPON_LIMITS.creator)
    fields.creator = `São até ${COUPON_LIMITS.creator} caracteres.`;
  return Object.keys(fields).length > 0 ? { ok: false, fields } : { ok: true, coupon };
}

function isWhole(value: number, max: number): boolean {
  return Number.isSafeInteger(value) && value >= 1 && value <= max;
}

/** The years that a date of a form may name. */
function isDate(at: Date): boolean {
  const year = at.getUTCFullYear();
  return year >= 2000 && year < 2200;
}
