import { z } from 'zod';
import { getShop, getVisitor } from '#app/request-context.ts';
import { cancelOrder, type CancelOrderResult } from '#shop/orders/cancel-order.ts';
import type { Route } from './+types/admin-order-cancel';
import { answerError } from './answer-error.ts';
import { isUuid } from './is-uuid.ts';
import { readJson } from './read-json.ts';
import { staffSession } from './staff-session.ts';

const bodySchema = z.object({ reason: z.string().max(5_000) });

/** `POST /api/admin/orders/{id}/cancel {"reason":"…"}`: before delivery; what was paid is refunded. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const { requestId } = getVisitor(context);
  const staff = await staffSession(context);
  if (staff instanceof Response) return staff;
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', requestId);
  const body = await readJson(request, bodySchema);
  if (!body.ok) return answerError(400, 'malformed', requestId);
  const cancelled: CancelOrderResult = isUuid(params.id)
    ? await cancelOrder(getShop(context), {
        actorUserId: staff.user.id,
        orderId: params.id.toLowerCase(),
        note: body.value.reason,
      })
    : { ok: false, reason: 'not_found' };
  if (cancelled.ok) {
    return Response.json(
      { order: { id: params.id, status: 'cancelled' }, refund_amount: cancelled.refundCents / 100 },
      { headers: { 'Cache-Control': 'no-store' } },
    );
  }
  switch (cancelled.reason) {
    case 'not_found':
      return answerError(404, 'not_found', requestId, 'Pedido não encontrado.');
    case 'already_completed':
      return answerError(409, 'already_completed', requestId, 'Este pedido já foi entregue: reembolse.');
    case 'already_cancelled':
      return answerError(409, 'already_cancelled', requestId, 'Este pedido já foi cancelado.');
    case 'invalid_note':
      return answerError(422, 'invalid', requestId, cancelled.message, {
        fields: { reason: cancelled.message },
      });
  }
}

export function loader({ context }: Route.LoaderArgs): Response {
  return answerError(405, 'method_not_allowed', getVisitor(context).requestId);
}
