import { getShop, getVisitor } from '#app/request-context.ts';
import { listCoupons } from '#shop/pricing/list-coupons.ts';
import { updateCoupon } from '#shop/pricing/save-coupon.ts';
import type { Route } from './+types/coupon';
import { answerError } from '../../http/answer-error.ts';
import { readJson } from '../../http/read-json.ts';
import { refuseGet } from '../../http/refuse-get.ts';
import { staffSession } from '../staff-session.ts';
import { couponChangesSchema, presentCoupon, refuseCoupon, toCouponChanges } from './coupon-body.ts';

/** `PATCH /api/admin/coupons/{code}` with what changes → the coupon. The code itself stays. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const { requestId } = getVisitor(context);
  const staff = await staffSession(context, 'coupons');
  if (staff instanceof Response) return staff;
  if (request.method !== 'PATCH') return answerError(405, 'method_not_allowed', requestId);
  const body = await readJson(request, couponChangesSchema);
  if (!body.ok) return answerError(400, 'malformed', requestId);
  const shop = getShop(context);
  const saved = await updateCoupon(shop, {
    actorUserId: staff.user.id,
    code: params.code,
    changes: toCouponChanges(body.value),
  });
  if (!saved.ok)
    return saved.reason === 'invalid' ? refuseCoupon(saved.fields, requestId) : notFound(requestId);
  const [coupon] = await listCoupons(shop, saved.coupon.code);
  return coupon
    ? Response.json(presentCoupon(coupon), { headers: { 'Cache-Control': 'private, no-store' } })
    : notFound(requestId);
}

export const loader = refuseGet;

function notFound(requestId: string): Response {
  return answerError(404, 'not_found', requestId, 'Cupom não encontrado.');
}
