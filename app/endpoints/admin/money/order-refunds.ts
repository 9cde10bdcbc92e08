import { z } from 'zod';
import { reaisToCents } from '#shop/text/reais-to-cents.ts';
import { requestRefund, type RequestRefundResult } from '#shop/refunds/request-refund.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import type { Route } from './+types/order-refunds';
import { answerError } from '../../http/answer-error.ts';
import { isUuid } from '../../http/is-uuid.ts';
import { refuseGet } from '../../http/refuse-get.ts';
import { readStaffPost } from '../read-staff-post.ts';

/** `amount` in reais; absent: all that is left, or what `item_ids` were paid with. `confirmation`: the first 8 characters of the order's id. */
const bodySchema = z.object({
  confirmation: z.string().max(64),
  reason: z.string().max(5_000),
  amount: z.number().optional(),
  item_ids: z.array(z.uuid()).min(1).max(200).optional(),
  charge_id: z.uuid().optional(),
});

/** `POST /api/admin/orders/{id}/refunds`, optional header `Idempotency-Key` (uuid) → 201 with the refund. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const read = await readStaffPost({ request, context }, 'refunds', bodySchema, 'refund');
  if (read instanceof Response) return read;
  const { staff, body, requestId, shop } = read;
  const key = request.headers.get('idempotency-key');
  if (key !== null && !isUuid(key)) return answerError(400, 'malformed', requestId);
  const { confirmation, reason, amount, charge_id: chargeId, item_ids: itemIds } = body;
  if (amount !== undefined && itemIds !== undefined) return answerError(400, 'malformed', requestId);
  if (!isUuid(params.id)) return refuse({ ok: false, reason: 'not_found' }, requestId);
  if (confirmation.trim().toLowerCase() !== params.id.slice(0, 8).toLowerCase()) {
    const message = 'Confirme com os 8 primeiros caracteres do pedido.';
    return answerError(422, 'not_confirmed', requestId, message, { fields: { confirmation: message } });
  }
  const asked = await requestRefund(shop, {
    actorUserId: staff.user.id,
    orderId: params.id.toLowerCase(),
    chargeId,
    amountCents: amount === undefined ? undefined : (reaisToCents(amount) ?? Number.NaN),
    itemIds: itemIds?.map((id) => id.toLowerCase()),
    note: reason,
    requestKey: key,
  });
  if (!asked.ok) return refuse(asked, requestId);
  return Response.json(
    { refund: { id: asked.refundId, status: asked.status } },
    { status: 201, headers: { 'Cache-Control': 'no-store' } },
  );
}

export const loader = refuseGet;

function refuse(refusal: Extract<RequestRefundResult, { ok: false }>, requestId: string): Response {
  switch (refusal.reason) {
    case 'not_found':
      return answerError(404, 'not_found', requestId, 'Pedido não encontrado.');
    case 'nothing_left':
      return answerError(409, 'nothing_left', requestId, 'Não há mais nada a devolver neste pedido.');
    case 'unknown_item':
      return answerError(
        422,
        'unknown_item',
        requestId,
        'Este item não é de um pedido pago com este número.',
      );
    case 'item_returned':
      return answerError(409, 'item_returned', requestId, 'O valor deste item já voltou ou está voltando.');
    case 'too_much': {
      const message = `Restam ${formatReais(refusal.leftCents, ' ')} para devolver.`;
      return answerError(422, 'too_much', requestId, message, { fields: { amount: message } });
    }
    case 'invalid_note':
      return answerError(422, 'invalid', requestId, refusal.message, { fields: { reason: refusal.message } });
    case 'invalid_amount':
      return answerError(422, 'invalid', requestId, refusal.message, { fields: { amount: refusal.message } });
  }
}
