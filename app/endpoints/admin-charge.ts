import { z } from 'zod';
import { getShop, getVisitor } from '#app/request-context.ts';
import { acceptHeldPayment } from '#shop/payments/accept-held-payment.ts';
import { handleChargeback } from '#shop/payments/handle-chargeback.ts';
import type { Route } from './+types/admin-charge';
import { answerError } from './answer-error.ts';
import { isUuid } from './is-uuid.ts';
import { readJson } from './read-json.ts';
import { staffSession } from './staff-session.ts';

const bodySchema = z.object({ do: z.enum(['accept', 'chargeback_handled']) });

/** `POST /api/admin/charges/{id} {"do":"accept"}`: takes a payment of another sum, or ends a chargeback's notice. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const { requestId } = getVisitor(context);
  const staff = await staffSession(context);
  if (staff instanceof Response) return staff;
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', requestId);
  const body = await readJson(request, bodySchema);
  if (!body.ok) return answerError(400, 'malformed', requestId);
  const asked = { actorUserId: staff.user.id, chargeId: params.id };
  if (!isUuid(params.id)) return notFound(requestId);
  const decide = body.value.do === 'accept' ? acceptHeldPayment : handleChargeback;
  const done = await decide(getShop(context), asked);
  if (done.ok) return Response.json({ ok: true }, { headers: { 'Cache-Control': 'no-store' } });
  if (done.reason === 'not_found') return notFound(requestId);
  return answerError(409, done.reason, requestId, 'Isto já foi resolvido.');
}

export function loader({ context }: Route.LoaderArgs): Response {
  return answerError(405, 'method_not_allowed', getVisitor(context).requestId);
}

function notFound(requestId: string): Response {
  return answerError(404, 'not_found', requestId, 'Pagamento não encontrado.');
}
