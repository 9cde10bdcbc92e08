import { z } from 'zod';
import { getShop } from '#app/request-context.ts';
import { acceptHeldPayment } from '#shop/payments/accept-held-payment.ts';
import { handleChargeback } from '#shop/payments/handle-chargeback.ts';
import type { Route } from './+types/admin-charge';
import { answerError } from './answer-error.ts';
import { isUuid } from './is-uuid.ts';
import { refuseGet } from './refuse-get.ts';
import { readStaffPost } from './read-staff-post.ts';

const bodySchema = z.object({ do: z.enum(['accept', 'chargeback_handled']) });

/** `POST /api/admin/charges/{id} {"do":"accept"}`: takes a payment of another sum, or ends a chargeback's notice. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const read = await readStaffPost({ request, context }, bodySchema);
  if (read instanceof Response) return read;
  const { staff, body, requestId } = read;
  const asked = { actorUserId: staff.user.id, chargeId: params.id };
  if (!isUuid(params.id)) return notFound(requestId);
  const decide = body.do === 'accept' ? acceptHeldPayment : handleChargeback;
  const done = await decide(getShop(context), asked);
  if (done.ok) return Response.json({ ok: true }, { headers: { 'Cache-Control': 'no-store' } });
  if (done.reason === 'not_found') return notFound(requestId);
  return answerError(409, done.reason, requestId, 'Isto já foi resolvido.');
}

export const loader = refuseGet;

function notFound(requestId: string): Response {
  return answerError(404, 'not_found', requestId, 'Pagamento não encontrado.');
}
