import { getShop, getVisitor } from '#app/request-context.ts';
import { listCoupons } from '#shop/pricing/list-coupons.ts';
import { createCoupon } from '#shop/pricing/save-coupon.ts';
import type { Route } from './+types/coupons';
import { answerError } from '../../http/answer-error.ts';
import { readJson } from '../../http/read-json.ts';
import { staffSession } from '../staff-session.ts';
import { newCouponSchema, presentCoupon, refuseCoupon, toCouponChanges } from './coupon-body.ts';

const NO_STORE = { 'Cache-Control': 'private, no-store' };

/** `GET /api/admin/coupons`: all of them, newest first. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const staff = await staffSession(context, 'coupons');
  if (staff instanceof Response) return staff;
  const coupons = await listCoupons(getShop(context));
  return Response.json(coupons.map(presentCoupon), { headers: NO_STORE });
}

/** `POST /api/admin/coupons` with the code and either `percent` or `amount` → 201 and the coupon. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { requestId } = getVisitor(context);
  const staff = await staffSession(context, 'coupons');
  if (staff instanceof Response) return staff;
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', requestId);
  const body = await readJson(request, newCouponSchema);
  if (!body.ok) return answerError(400, 'malformed', requestId);
  const coupon = { ...NEW_COUPON, ...toCouponChanges(body.value), code: body.value.code };
  const saved = await createCoupon(getShop(context), { actorUserId: staff.user.id, coupon });
  if (saved.ok) {
    const sales = { uses: 0, paid: 0, revenueCents: 0, discountCents: 0 };
    return Response.json(presentCoupon({ ...saved.coupon, ...sales }), { status: 201, headers: NO_STORE });
  }
  if (saved.reason === 'invalid') return refuseCoupon(saved.fields, requestId);
  const message = 'Já existe um cupom com este código.';
  return answerError(409, 'code_taken', requestId, message, { fields: { code: message } });
}

const NEW_COUPON = {
  percent: null,
  amountCents: null,
  validFrom: null,
  validTo: null,
  maxUses: null,
  maxPerPerson: null,
  minTotalCents: null,
  championId: null,
  creator: null,
  active: true,
};
