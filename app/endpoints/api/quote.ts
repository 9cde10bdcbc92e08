import { z } from 'zod';
import { getShop, getVisitor } from '#app/request-context.ts';
import { quoteOrder, type QuoteOrderResult } from '#shop/orders/quote-order.ts';
import { findCoupon } from '#shop/pricing/find-coupon.ts';
import type { Route } from './+types/quote';
import { answerError, answerTooMany } from '../http/answer-error.ts';
import { readJson } from '../http/read-json.ts';
import { refuseGet } from '../http/refuse-get.ts';
import { explainCoupon } from './explain-coupon.ts';
import { explainPlanRefusal } from './explain-plan-refusal.ts';

const bodySchema = z.object({
  items: z.array(z.tuple([z.string().min(1).max(64), z.int().min(0).max(100_000)])).max(10_000),
  coupon: z.string().max(200).nullish(),
});

/** `POST /api/quote`: what these skins cost with this code. No session is needed, and nothing is reserved. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const visitor = getVisitor(context);
  const { ip, requestId } = visitor;
  const shop = getShop(context);
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', requestId);
  const body = await readJson(request, bodySchema);
  if (!body.ok) return answerError(400, 'malformed', requestId);
  const code = body.value.coupon?.trim() ?? '';
  const session = code === '' ? null : await visitor.session();
  const userId = session?.user.id ?? null;
  const typed = code === '' ? null : await findCoupon(shop, { code, userId, address: ip });
  if (typed && !typed.ok) return answerTooMany(typed.retryAfterSeconds, requestId);
  const skins = body.value.items.map(([championId, skinNum]) => ({ championId, skinNum }));
  const quoted = await quoteOrder(shop, { skins, userId, typed });
  if (!quoted.ok) {
    const [status, error, message] = explainPlanRefusal(quoted);
    return answerError(status, error, requestId, message);
  }
  const { coupon } = quoted;
  const message =
    typed && coupon?.reason
      ? await explainCoupon(shop, { typed, reason: coupon.reason, userId, skins })
      : null;
  return Response.json(presentQuote(quoted, message), { headers: { 'Cache-Control': 'private, no-store' } });
}

export const loader = refuseGet;

/** In the contract's words: sums in reais. `message`: why the coupon takes nothing off. */
function presentQuote({ plan, coupon }: Extract<QuoteOrderResult, { ok: true }>, message: string | null) {
  return {
    items: plan.items.map((item) => ({
      champion_id: item.championId,
      skin_num: item.num,
      price: item.priceCents / 100,
    })),
    discount: plan.discountCents / 100,
    total: plan.totalCents / 100,
    coupon: coupon && { ...coupon, ...(message === null ? {} : { message }) },
  };
}
