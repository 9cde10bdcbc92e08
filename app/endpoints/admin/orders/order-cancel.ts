import { z } from 'zod';
import { cancelOrder, type CancelOrderResult } from '#shop/orders/cancel-order.ts';
import type { Route } from './+types/order-cancel';
import { answerError } from '../../http/answer-error.ts';
import { isUuid } from '../../http/is-uuid.ts';
import { refuseGet } from '../../http/refuse-get.ts';
import { readStaffPost } from '../read-staff-post.ts';

const bodySchema = z.object({ reason: z.string().max(5_000) });

/** `POST /api/admin/orders/{id}/cancel {"reason":"…"}`: before delivery; what was paid is refunded. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const read = await readStaffPost({ request, context }, 'orders.cancel_paid', bodySchema, 'staff-cancel');
  if (read instanceof Response) return read;
  const { staff, body, requestId, shop } = read;
  const cancelled: CancelOrderResult = isUuid(params.id)
    ? await cancelOrder(shop, {
        actorUserId: staff.user.id,
        orderId: params.id.toLowerCase(),
        note: body.reason,
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

export const loader = refuseGet;
