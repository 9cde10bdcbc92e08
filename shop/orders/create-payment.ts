import { z } from 'zod';
import type { OrderStatus } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { checkGift } from '#shop/gifts/check-gift.ts';
import { readSku, readSource } from '#shop/catalog/sku.ts';
import { id, sku } from '#shop/fields.ts';
import { operation, type CallerOf } from '#shop/operation.ts';
import { startCharge, type StartedCharge } from '#shop/payments/charges/start-charge.ts';
import type { CouponRefusal } from '#shop/pricing/coupon.ts';
import { findCoupon } from '#shop/pricing/find-coupon.ts';
import { toCents } from '#shop/text/reais.ts';
import { checkCustomer } from './check-customer.ts';
import { COUPON_REFUSALS, explainCoupon } from './explain-coupon.ts';
import { placeOrder } from './place-order.ts';
import type { Purchase } from './plan-purchase.ts';
import { resumeOrder } from './resume-order.ts';
import { tidyDescription } from './tidy-description.ts';

const UNKNOWN_SKU = 'lol:_:0';

/** By its address or by its key. */
const skin = z
  .object({
    championId: z.string().min(1).max(64).optional(),
    skinNum: z.int().min(0).max(100_000).optional(),
    sku: sku.optional(),
    price: z.number().optional(),
  })
  .transform(({ championId, skinNum, sku, price }, { addIssue }) => {
    if (sku === undefined && (championId === undefined || skinNum === undefined)) {
      addIssue({ code: 'invalid_type', expected: 'string', path: ['championId'] });
      return z.NEVER;
    }
    const source = sku === undefined ? null : readSource(sku);
    const isOther =
      (championId !== undefined && championId !== source?.championId) ||
      (skinNum !== undefined && skinNum !== source?.skinNum);
    if (sku !== undefined && isOther)
      addIssue({ code: 'custom', message: 'Este sku não é o da skin informada.', path: ['sku'] });
    // A skin that cannot be is one that the catalogue does not have.
    return { sku: sku ?? readSku(championId ?? '', skinNum ?? 0) ?? UNKNOWN_SKU, price };
  });

/** Other fields of the body (names, prices, metadata) are never charged or stored. */
const bodySchema = z.object({
  orderId: id().nullish(),
  amount: z.number().nullish(),
  expiresIn: z.number().positive().nullish(),
  description: z.string().max(2_000).nullish(),
  skinData: skin.nullish(),
  cartItems: z.array(skin).max(10_000).nullish(),
  coupon: z.string().max(200).nullish(),
  gift: z.object({ email: z.string().max(500), message: z.string().max(2_000).nullish() }).nullish(),
  customer: z
    .object({
      name: z.string().max(500),
      email: z.string().max(500),
      cellphone: z.string().max(100),
      taxId: z.string().max(100),
    })
    .nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
});
const fields = z.object({
  body: bodySchema.meta({
    isBody: true,
    examples: [
      {
        amount: 15,
        expiresIn: 3600,
        description: 'Compra',
        skinData: { championId: 'Ahri', skinNum: 1, price: 15 },
        customer: {
          name: 'Bruna Compradora',
          email: 'bruna@exemplo.com',
          cellphone: '11987654321',
          taxId: '52998224725',
        },
        metadata: { externalId: 'x' },
      },
    ],
  }),
  idempotencyKey: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/)
    .optional(),
});
const OF_COUPON = Object.fromEntries(Object.keys(COUPON_REFUSALS).map((reason) => [reason, 422])) as Record<
  CouponRefusal,
  422
>;

type Asked = z.output<typeof fields> & CallerOf<'customer'>;

/** A purchase, or an order that waits for its payment; then its code from the provider. */
export const createPayment = operation(
  {
    id: 'payments.create',
    who: 'customer',
    input: fields,
    output: z.custom<{
      charge: StartedCharge;
      order: { id: string; status: OrderStatus };
      created: boolean;
    }>(),
    refusals: {
      ...OF_COUPON,
      too_many_tries: 429,
      invalid_customer: 422,
      invalid_gift: 422,
      no_items: 422,
      too_many_items: 422,
      amount_out_of_range: 422,
      unknown_skin: 422,
      unavailable: 409,
      sold_out: [409, 'unavailable'],
      already_owned: 409,
      skin_price_mismatch: [422, 'price_mismatch'],
      price_mismatch: 422,
      gift_of_one_skin: 422,
      key_reused: [409, 'idempotency_key_reused'],
      order_cancelled: 409,
      not_found: 404,
      gateway_refused: 502,
      gateway_unavailable: 502,
    },
    limit: 'checkout',
  },
  async (ctx, asked) => {
    const { orderId, skinData, cartItems } = asked.body;
    if (skinData && cartItems) return { ok: false, reason: 'malformed' };
    const answer = orderId ? await resume(ctx, asked, orderId) : await place(ctx, asked);
    if (!answer.ok) return answer;
    const started = await startCharge(ctx, answer.charge);
    return started.ok ? { ...answer, charge: started.charge } : started;
  },
);

async function resume(ctx: ShopContext, { userId, body: { amount } }: Asked, orderId: string) {
  const shownTotalCents = typeof amount === 'number' ? toCents(amount) : null;
  const resumed = await resumeOrder(ctx, { userId, orderId, shownTotalCents });
  return resumed.ok ? { ...resumed, created: resumed.charge.mustCreate } : resumed;
}

async function place(ctx: ShopContext, { userId, source, body, idempotencyKey }: Asked) {
  const customer = checkCustomer(body.customer ?? { name: '', email: '', cellphone: '', taxId: '' });
  if (!customer.ok) return { ...customer, reason: 'invalid_customer' } as const;
  const purchase = readPurchase(body);
  if (!purchase) return { ok: false, reason: 'amount_out_of_range' } as const;
  const gift = body.gift ? checkGift(body.gift) : null;
  if (gift && !gift.ok) return { ...gift, reason: 'invalid_gift' } as const;
  const code = body.coupon?.trim() ?? '';
  // What staff agreed with a buyer has its discount already.
  if (code !== '' && purchase.kind === 'free') return { ok: false, reason: 'champion' } as const;
  const coupon = code === '' ? null : await findCoupon(ctx, { code, userId, address: source?.address ?? '' });
  if (coupon && !coupon.ok) return coupon;
  const placed = await placeOrder(ctx, {
    userId,
    purchase,
    coupon,
    gift: gift?.gift ?? null,
    customer: customer.customer,
    shownTotalCents: typeof body.amount === 'number' ? toCents(body.amount) : null,
    idempotencyKey: idempotencyKey ?? null,
  });
  if (placed.ok || placed.reason !== 'coupon') return placed;
  const reason = placed.coupon;
  const typed = coupon ?? { code: '', coupon: null };
  const skins = purchase.kind === 'skins' ? purchase.skins : [];
  return { ok: false, reason, message: await explainCoupon(ctx, { typed, reason, userId, skins }) } as const;
}

function readPurchase({ cartItems, skinData, amount, description }: Asked['body']): Purchase | null {
  const skins = cartItems ?? (skinData ? [skinData] : null);
  if (skins) {
    const wanted = skins.map(({ sku, price }) => ({
      sku,
      shownPriceCents: price === undefined ? undefined : toCents(price),
    }));
    return { kind: 'skins', skins: wanted };
  }
  const amountCents = toCents(amount ?? 0);
  if (!Number.isSafeInteger(amountCents)) return null;
  return { kind: 'free', amountCents, description: tidyDescription(description) };
}
