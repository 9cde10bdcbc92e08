import { getShop, getVisitor } from '#app/request-context.ts';
import { fromStandby } from '#shop/from-standby.ts';
import { dayOf, readSpan } from '#shop/numbers/day-span.ts';
import { listCouponNumbers } from '#shop/numbers/list-coupon-numbers.ts';
import { listTopSkins } from '#shop/numbers/list-top-skins.ts';
import { readNumbers } from '#shop/numbers/read-numbers.ts';
import type { Route } from './+types/numbers';
import { answerError } from '../../http/answer-error.ts';
import { presentNumbers } from './present-numbers.ts';
import { staffSession } from '../staff-session.ts';

/** `GET /api/admin/numbers?from=&to=`: the figures of whole days of São Paulo, both included; today without them. */
export async function loader({ context, url }: Route.LoaderArgs): Promise<Response> {
  const staff = await staffSession(context, 'numbers');
  if (staff instanceof Response) return staff;
  const shop = getShop(context);
  const asked = readSpan(url.searchParams, dayOf(shop.now()));
  if (!asked.ok) return answerError(400, 'malformed', getVisitor(context).requestId);
  const late = fromStandby(shop);
  const [numbers, top, coupons] = await Promise.all([
    readNumbers(late, asked.span),
    listTopSkins(late, asked.span),
    listCouponNumbers(late, asked.span),
  ]);
  return Response.json(presentNumbers(numbers, top, coupons), {
    headers: { 'Cache-Control': 'private, no-store' },
  });
}
