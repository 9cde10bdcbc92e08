import { z } from 'zod';
import { closeRefund, type CloseRefundResult } from '#shop/refunds/close-refund.ts';
import { sendDueRefund, type SendDueRefundResult } from '#shop/refunds/send-due-refund.ts';
import type { Route } from './+types/refund';
import { answerError } from '../../http/answer-error.ts';
import { isUuid } from '../../http/is-uuid.ts';
import { refuseGet } from '../../http/refuse-get.ts';
import { readStaffPost } from '../read-staff-post.ts';

/**
 * `sent`: refunded outside of the gateway. `dismissed`: it does not go back. `not_sent`: the provider did not carry
 * it out. Each needs a note.
 */
const bodySchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('send') }),
  z.object({ do: z.enum(['sent', 'dismissed', 'not_sent']), note: z.string().max(5_000) }),
]);

type Refusal = Extract<SendDueRefundResult | CloseRefundResult, { ok: false }>;

/** `POST /api/admin/refunds/{id} {"do":"send"}`: sends a due refund, retries a failed one, or closes it. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const read = await readStaffPost({ request, context }, 'refunds', bodySchema, 'refund-step');
  if (read instanceof Response) return read;
  const { staff, body, requestId, shop } = read;
  if (!isUuid(params.id)) return refuse({ ok: false, reason: 'not_found' }, requestId);
  const asked = { actorUserId: staff.user.id, refundId: params.id };
  const done =
    body.do === 'send'
      ? await sendDueRefund(shop, asked)
      : await closeRefund(shop, { ...asked, as: body.do, note: body.note });
  if (!done.ok) return refuse(done, requestId);
  return Response.json({ ok: true }, { headers: { 'Cache-Control': 'no-store' } });
}

export const loader = refuseGet;

function refuse(refusal: Refusal, requestId: string): Response {
  switch (refusal.reason) {
    case 'not_found':
      return answerError(404, 'not_found', requestId, 'Reembolso não encontrado.');
    case 'already_sent':
      return answerError(409, 'already_sent', requestId, 'Este reembolso já foi enviado.');
    case 'not_open':
      return answerError(409, 'not_open', requestId, 'Este reembolso já foi resolvido.');
    case 'nothing_left':
      return answerError(409, 'nothing_left', requestId, 'Não há mais nada a devolver neste pagamento.');
    case 'send_at_provider':
      return answerError(
        409,
        'send_at_provider',
        requestId,
        'Este pagamento só pode ser devolvido no painel do provedor. Devolva por lá e marque aqui.',
      );
    case 'invalid_note':
      return answerError(422, 'invalid', requestId, refusal.message, { fields: { note: refusal.message } });
  }
}
