import { z } from 'zod';
import { line, moment, sum, wholeNumber } from '#shop/fields.ts';
import { CODE_PATTERN, tidyCode } from './coupon-code.ts';

const SUM = 'Use um valor de R$ 0,01 a R$ 5.000,00';
const uses = wholeNumber(1, 1_000_000, 'Use um número inteiro maior que zero, ou deixe em branco.').nullish();

/** A coupon as staff write it. Of one that is changed, a field that is absent stays. */
export const couponFields = z.object({
  percent: wholeNumber(1, 100, 'Use um número inteiro de 1 a 100.').nullish(),
  amountCents: sum(1, 500_000, `${SUM}.`).nullish(),
  validFrom: moment('start').nullish(),
  /** The first moment at which it is expired. */
  validTo: moment('end').nullish(),
  maxUses: uses,
  maxPerPerson: uses,
  minTotalCents: sum(1, 500_000, `${SUM}, ou deixe em branco.`).nullish(),
  /** Of a file's group it is longer than any champion's. */
  championId: z.string().max(100).nullish(),
  creator: line(80).nullish(),
  active: z.boolean().optional(),
});

export const newCouponFields = couponFields.extend({
  code: z
    .string()
    .transform(tidyCode)
    .refine(
      (text) => CODE_PATTERN.test(text),
      'De 3 a 30 letras, números, hifens ou sublinhados, sem acentos.',
    )
    .meta({ maxLength: 30, examples: ['ANA10'] }),
});
