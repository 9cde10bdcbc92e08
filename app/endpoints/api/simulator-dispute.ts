import { getShop, getVisitor } from '#app/request-context.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import type { Route } from './+types/simulator-dispute';
import { answerError } from '../http/answer-error.ts';
import { isUuid } from '../http/is-uuid.ts';
import { limitCaller } from '../http/limit-caller.ts';
import { refuseGet } from '../http/refuse-get.ts';

const STEPS = ['open', 'won', 'lost'] as const;

/**
 * `POST /simulator/dispute/{chargeId}`, field `do`: the payer's bank opens a dispute, or decides it for the shop (`won`)
 * or against it (`lost`). Does not exist with a real gateway.
 */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const { requestId } = getVisitor(context);
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', requestId);
  if (!getShop(context).simulator || !isUuid(params.chargeId))
    return answerError(404, 'not_found', requestId);
  const form = await request.formData().catch(() => null);
  const step = STEPS.find((each) => each === form?.get('do'));
  if (!step) return answerError(422, 'invalid', requestId);
  const shop = await limitCaller(context, 'simulate-payment');
  if (shop instanceof Response) return shop;
  const disputed = await shop.simulator?.dispute(params.chargeId, step);
  if (disputed !== 'done')
    return answerError(
      disputed === 'refused' ? 409 : 404,
      disputed === 'refused' ? 'not_now' : 'not_found',
      requestId,
    );

  const confirmed = await checkCharge(shop, params.chargeId, { evenIfPaid: true });
  if (!confirmed.ok) return answerError(502, 'gateway_unavailable', requestId);
  return new Response(null, { status: 303, headers: { Location: `/simulator/${params.chargeId}` } });
}

export const loader = refuseGet;
