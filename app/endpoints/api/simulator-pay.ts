import { getShop, getVisitor } from '#app/request-context.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { publicChargeStatus } from '#shop/payments/charges/public-charge-status.ts';
import type { Route } from './+types/simulator-pay';
import { answerError } from '../http/answer-error.ts';
import { isUuid } from '../http/is-uuid.ts';
import { limitCaller } from '../http/limit-caller.ts';
import { refuseGet } from '../http/refuse-get.ts';
import { wantsPage } from '../http/wants-page.ts';

/** `POST /simulator/pay/{chargeId}`: pays a simulated charge. Does not exist with a real gateway. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const { requestId } = getVisitor(context);
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', requestId);
  if (!getShop(context).simulator || !isUuid(params.chargeId))
    return answerError(404, 'not_found', requestId);
  const shop = await limitCaller(context, 'simulate-payment');
  if (shop instanceof Response) return shop;
  if (!(await shop.simulator?.pay(params.chargeId))) return answerError(404, 'not_found', requestId);

  const confirmed = await checkCharge(shop, params.chargeId);
  if (!confirmed.ok) return answerError(502, 'gateway_unavailable', requestId);
  if (wantsPage(request)) {
    return new Response(null, { status: 303, headers: { Location: `/simulator/${params.chargeId}` } });
  }
  return Response.json({ id: params.chargeId, status: publicChargeStatus(confirmed.status) });
}

export const loader = refuseGet;
