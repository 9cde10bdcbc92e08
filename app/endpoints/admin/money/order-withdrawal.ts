import { z } from 'zod';
import { declineWithdrawal, type DeclineWithdrawalResult } from '#shop/orders/decline-withdrawal.ts';
import type { Route } from './+types/order-withdrawal';
import { answerError } from '../../http/answer-error.ts';
import { isUuid } from '../../http/is-uuid.ts';
import { refuseGet } from '../../http/refuse-get.ts';
import { readStaffPost } from '../read-staff-post.ts';

const bodySchema = z.object({ do: z.literal('decline'), note: z.string().max(5_000) });

/**
 * `POST /api/admin/orders/{id}/withdrawal {"do":"decline","note"}`: answers a request without a refund. Who grants it
 * refunds the order.
 */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const read = await readStaffPost({ request, context }, 'refunds', bodySchema, 'decline-withdrawal');
  if (read instanceof Response) return read;
  const { staff, body, requestId, shop } = read;
  const done: DeclineWithdrawalResult = isUuid(params.id)
    ? await declineWithdrawal(shop, {
        actorUserId: staff.user.id,
        orderId: params.id.toLowerCase(),
        answer: body.note,
      })
    : { ok: false, reason: 'not_found' };
  if (done.ok) return Response.json({ ok: true }, { headers: { 'Cache-Control': 'no-store' } });
  switch (done.reason) {
    case 'not_found':
      return answerError(404, 'not_found', requestId, 'Pedido não encontrado.');
    case 'already_handled':
      return answerError(409, 'already_handled', requestId, 'Isto já foi resolvido.');
    case 'invalid_note':
      return answerError(422, 'invalid', requestId, done.message, { fields: { note: done.message } });
  }
}

export const loader = refuseGet;
