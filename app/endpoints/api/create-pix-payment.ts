import { z } from 'zod';
import { call } from '#app/doors/call.ts';
import { toCents } from '#shop/text/reais.ts';
import { explainRefusal } from '#app/doors/explain-refusal.ts';
import { QUOTE_REFUSALS, SALE_REFUSALS } from '#app/doors/sentences/orders.ts';
import { getVisitor } from '#app/request-context.ts';
import type { ShopContext } from '#shop/context.ts';
import { checkCustomer } from '#shop/orders/check-customer.ts';
import { COUPON_REFUSALS, explainCoupon } from '#shop/orders/explain-coupon.ts';
import { placeOrder, type PlaceOrderResult } from '#shop/orders/place-order.ts';
import type { Purchase } from '#shop/orders/plan-purchase.ts';
import { showQuote } from '#shop/orders/quote-order.ts';
import { resumeOrder, type ResumeOrderResult } from '#shop/orders/resume-order.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import { tidyDescription } from '#shop/orders/tidy-description.ts';
import { checkGift } from '#shop/gifts/check-gift.ts';
import { startCharge } from '#shop/payments/charges/start-charge.ts';
import { findCoupon } from '#shop/pricing/find-coupon.ts';
import type { Route } from './+types/create-pix-payment';
import { answerError, answerTooMany } from '../http/answer-error.ts';
import { limitCaller } from '../http/limit-caller.ts';
import { refuseGet } from '../http/refuse-get.ts';
import { presentPayment } from './present-payment.ts';
import { readJson } from '../http/read-json.ts';

const skin = z.object({
  championId: z.string().min(1).max(64),
  skinNum: z.int().min(0).max(100_000),
  price: z.number().optional(),
});

/** Other fields of the body (names, prices, metadata) are never charged or stored. */
const bodySchema = z.object({
  orderId: z.uuid().nullish(),
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
type Body = z.infer<typeof bodySchema>;

export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const visitor = getVisitor(context);
  const refuse = (status: number, code: string, message?: string, fields?: Record<string, string>) =>
    answerError(status, code, visitor.requestId, message, fields ? { fields } : undefined);

  if (request.method !== 'POST') return refuse(405, 'method_not_allowed');
  const session = await visitor.session();
  if (!session) return refuse(401, 'unauthenticated', 'Você precisa estar logado para fazer um pagamento');
  const shop = await limitCaller(context, 'checkout', session.user.id);
  if (shop instanceof Response) return shop;
  const parsed = await readJson(request, bodySchema);
  if (!parsed.ok) return refuse(400, 'malformed');
  const body = parsed.value;
  const idempotencyKey = request.headers.get('idempotency-key');
  if (idempotencyKey !== null && !/^[\x21-\x7e]{1,200}$/.test(idempotencyKey))
    return refuse(400, 'malformed');
  if (body.skinData && body.cartItems) return refuse(400, 'malformed');

  let answer: Answer;
  if (body.orderId) {
    answer = await resume(shop, session.user.id, body.orderId, body.amount ?? null);
  } else {
    const customer = checkCustomer(body.customer ?? { name: '', email: '', cellphone: '', taxId: '' });
    if (!customer.ok)
      return refuse(422, 'invalid_customer', Object.values(customer.fields)[0], customer.fields);
    const purchase = readPurchase(body);
    if (!purchase) return refuse(422, 'amount_out_of_range', QUOTE_REFUSALS.amount_out_of_range);
    const gift = body.gift ? checkGift(body.gift) : null;
    if (gift && !gift.ok) return refuse(422, 'invalid_gift', Object.values(gift.fields)[0], gift.fields);
    const code = body.coupon?.trim() ?? '';
    // What staff agreed with a buyer has its discount already.
    if (code !== '' && purchase.kind === 'free') return refuse(422, 'champion', COUPON_REFUSALS.champion);
    const coupon =
      code === '' ? null : await findCoupon(shop, { code, userId: session.user.id, address: visitor.ip });
    if (coupon && !coupon.ok) return answerTooMany(coupon.retryAfterSeconds, visitor.requestId);
    const userId = session.user.id;
    const placed = await placeOrder(shop, {
      userId,
      purchase,
      coupon,
      gift: gift?.gift ?? null,
      customer: customer.customer,
      shownTotalCents: typeof body.amount === 'number' ? toCents(body.amount) : null,
      idempotencyKey,
    });
    if (!placed.ok && placed.reason === 'coupon') {
      const reason = placed.coupon;
      const typed = coupon ?? { code: '', coupon: null };
      const skins = purchase.kind === 'skins' ? purchase.skins : [];
      return refuse(422, reason, await explainCoupon(shop, { typed, reason, userId, skins }));
    }
    answer = placed;
  }
  if (!answer.ok) return refuse(...explain(answer));

  const started = await startCharge(shop, answer.charge);
  if (!started.ok) {
    return started.reason === 'gateway_refused'
      ? refuse(
          502,
          'gateway_refused',
          'O sistema de pagamento recusou estes dados. Confira nome, CPF/CNPJ e telefone e tente de novo.',
        )
      : refuse(
          502,
          'gateway_unavailable',
          'O sistema de pagamento não respondeu. Nada foi cobrado e seu pedido está guardado: tente de novo em um minuto, aqui ou em Meus Pedidos.',
        );
  }
  const payment = presentPayment(started.charge);
  return Response.json(
    { payment, order: { id: answer.order.id, status: answer.order.status } },
    // The picture is compressed already and is most of the answer: compressing it again costs more than it saves.
    { status: answer.created ? 201 : 200, headers: { 'Cache-Control': 'no-store, no-transform' } },
  );
}

export const loader = refuseGet;

type Answer =
  | (Extract<PlaceOrderResult, { ok: true }> & { ok: true })
  | Exclude<Extract<PlaceOrderResult, { ok: false }>, { reason: 'coupon' }>
  | Extract<ResumeOrderResult, { ok: false }>;

async function resume(
  shop: ShopContext,
  userId: string,
  orderId: string,
  amount: number | null,
): Promise<Answer> {
  const resumed = await resumeOrder(shop, { userId, orderId });
  if (!resumed.ok) return resumed;
  if (amount !== null && toCents(amount) !== resumed.order.totalCents) {
    return { ok: false, reason: 'price_mismatch', totalCents: resumed.order.totalCents };
  }
  return { ...resumed, created: resumed.charge.mustCreate };
}

function readPurchase(body: Body): Purchase | null {
  const skins = body.cartItems ?? (body.skinData ? [body.skinData] : null);
  if (skins) {
    const wanted = skins.map(({ championId, skinNum, price }) => ({
      championId,
      skinNum,
      shownPriceCents: price === undefined ? undefined : toCents(price),
    }));
    return { kind: 'skins', skins: wanted };
  }
  const amountCents = toCents(body.amount ?? 0);
  if (!Number.isSafeInteger(amountCents)) return null;
  return { kind: 'free', amountCents, description: tidyDescription(body.description) };
}

function explain(
  refusal: Extract<Answer, { ok: false }>,
): [status: number, code: string, message?: string | undefined] {
  switch (refusal.reason) {
    case 'no_items':
    case 'too_many_items':
    case 'amount_out_of_range':
    case 'unknown_skin':
    case 'unavailable':
    case 'skin_price_mismatch': {
      const { status, code, message } = explainRefusal(call(showQuote, QUOTE_REFUSALS), refusal);
      return [status, code, message];
    }
    case 'already_owned':
      return [409, 'already_owned', SALE_REFUSALS.already_owned(refusal)];
    case 'price_mismatch':
      return [
        422,
        'price_mismatch',
        `O total correto é ${formatReais(refusal.totalCents, ' ')}. Atualize a página e tente de novo.`,
      ];
    case 'gift_of_one_skin':
      return [
        422,
        'gift_of_one_skin',
        'Um presente leva exatamente uma skin. Compre as outras em outro pedido.',
      ];
    case 'key_reused':
      return [
        409,
        'idempotency_key_reused',
        'Esta tentativa já foi usada para outra compra. Atualize a página e tente de novo.',
      ];
    case 'order_closed':
    case 'cancelled':
      return [409, 'order_cancelled', 'Este pedido foi cancelado. Faça um novo pedido na loja.'];
    case 'not_found':
      return [404, 'not_found', 'Pedido não encontrado.'];
  }
}
