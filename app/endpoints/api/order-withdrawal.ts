import { z } from 'zod';
import { getVisitor } from '#app/request-context.ts';
import { withdrawOrder, type WithdrawOrderResult } from '#shop/orders/withdraw-order.ts';
import type { Route } from './+types/order-withdrawal';
import { answerError } from '../http/answer-error.ts';
import { explainWithdrawalRefusal } from './explain-withdrawal-refusal.ts';
import { isUuid } from '../http/is-uuid.ts';
import { limitCaller } from '../http/limit-caller.ts';
import { readJson } from '../http/read-json.ts';
import { refuseGet } from '../http/refuse-get.ts';

const bodySchema = z.object({ reason: z.string().max(5_000).optional() });

/** `POST /api/orders/{id}/withdrawal {"reason"?}`: the buyer gives a paid order back (ruling 49). */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const visitor = getVisitor(context);
  const session = await visitor.session();
  if (!session) return answerError(401, 'unauthenticated', visitor.requestId);
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', visitor.requestId);
  const shop = await limitCaller(context, 'withdraw', session.user.id);
  if (shop instanceof Response) return shop;
  // A body is not asked for: there may be no reason.
  const isEmpty = request.headers.get('content-type') === null;
  const body = isEmpty ? { ok: true as const, value: {} } : await readJson(request, bodySchema);
  if (!body.ok) return answerError(400, 'malformed', visitor.requestId);
  const result: WithdrawOrderResult = isUuid(params.id)
    ? await withdrawOrder(shop, {
        userId: session.user.id,
        orderId: params.id.toLowerCase(),
        reason: ('reason' in body.value && body.value.reason) || '',
      })
    : { ok: false, reason: 'not_found' };
  if (result.ok) return Response.json({ state: result.state }, { headers: { 'Cache-Control': 'no-store' } });
  const { status, code, message, fields } = explainWithdrawalRefusal(result);
  return answerError(status, code, visitor.requestId, message, fields ? { fields } : undefined);
}

export const loader = refuseGet;
