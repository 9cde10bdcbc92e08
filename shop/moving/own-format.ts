import { z } from 'zod';
import { isSku } from '#shop/catalog/sku.ts';
import { link } from '#shop/fields.ts';
import { CODE_PATTERN } from '#shop/pricing/coupon-code.ts';
import { toCents } from '#shop/text/reais.ts';
import { readEmail } from './read-cells.ts';

/*
 * The file with which a shop leaves and comes back: what `npm run export` writes and an import reads. Sums are in reais,
 * as in the API.
 */

export const OWN_VERSION = 1;
/** The lists of the file, in their sequence. */
export const OWN_LISTS = ['people', 'orders', 'owned', 'coupons', 'products'] as const;

const text = (most: number) => z.string().max(most);
const moment = z.iso.datetime({ offset: true });
const reais = z
  .number()
  .min(0)
  .max(10_000_000)
  .transform((sum) => toCents(sum))
  .refine((cents) => Number.isInteger(cents));
/** Of a deleted account there is no address: nobody's is kept, and nobody comes along. */
export const isNobody = (typed: string): boolean => typed.endsWith('@invalid');
const email = z.string().refine((typed) => readEmail(typed) === typed || isNobody(typed));
const price = reais.refine((cents) => cents > 0);
const uses = z.int().min(1).max(1_000_000).nullable();
const sku = z.string().refine(isSku);

export const ownPerson = z.object({ email, name: text(200), phone: text(60), created_at: moment });

export const ownOwned = z.object({
  email,
  order_id: z.guid(),
  /** Its place among the items of the order. */
  item: z.int().min(0).max(10_000),
  sku,
  skin: text(300),
  group: text(300),
  since: moment,
});

export const ownOrder = z.object({
  id: z.guid(),
  source: text(60).min(1),
  number: text(100).min(1),
  email,
  name: text(200),
  phone: text(60),
  created_at: moment,
  paid_at: moment.nullable(),
  delivered_at: moment.nullable(),
  state: text(60),
  total: reais,
  discount: reais,
  coupon: text(100).nullable(),
  refunded: reais,
  description: text(5000),
  items: z.array(z.object({ sku, skin: text(300), group: text(300), price: reais })).max(1000),
  /** Of the list `owned`, once the file is taken in. */
  owned: z.array(ownOwned).default([]),
});

/** As the database takes it: what it refuses would stop the run. */
export const ownCoupon = z
  .object({
    code: z.string().regex(CODE_PATTERN),
    percent: z.int().min(1).max(100).nullable(),
    amount: price.nullable(),
    valid_from: moment.nullable(),
    valid_to: moment.nullable(),
    max_uses: uses,
    max_per_person: uses,
    min_total: price.nullable(),
    champion_id: text(200).nullable(),
    creator: text(300).nullable(),
    active: z.boolean(),
    created_at: moment,
  })
  .refine(({ percent, amount }) => (percent === null) !== (amount === null), { path: ['percent'] })
  .refine(({ valid_from: from, valid_to: to }) => !from || !to || new Date(from) < new Date(to), {
    path: ['valid_to'],
  });

export const ownProduct = z.object({
  sku: sku.nullable(),
  name: text(200).min(1),
  group: text(300).nullable(),
  price,
  description: text(10_000).nullable(),
  image_url: link().nullable(),
  download_url: link().nullable(),
  stock: z.int().min(0).max(1_000_000_000),
  active: z.boolean(),
});
