import { z } from 'zod';
import type { OutwardContext } from '#shop/context.ts';
import { acceptHeldPayment } from '#shop/payments/money/accept-held-payment.ts';
import { handleChargeback } from '#shop/payments/money/handle-chargeback.ts';
import { handleDoubt } from '#shop/payments/money/handle-doubt.ts';
import { settleHeldPayment } from '#shop/payments/money/settle-held-payment.ts';
import type { Route } from './+types/charge';
import { answerError } from '../../http/answer-error.ts';
import { isUuid } from '../../http/is-uuid.ts';
import { refuseGet } from '../../http/refuse-get.ts';
import { readStaffPost } from '../read-staff-post.ts';

const note = z.string().max(5_000);
const bodySchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('accept') }),
  z.object({ do: z.literal('settle'), as: z.enum(['returned', 'kept']), note }),
  z.object({ do: z.literal('chargeback_handled'), note }),
  z.object({ do: z.literal('doubt_handled'), note }),
]);

/**
 * `POST /api/admin/charges/{id} {"do":"accept"}`: accepts a payment of another sum. `settle` closes a payment that
 * was settled outside of the shop, `chargeback_handled` the notice of a chargeback, `doubt_handled` a notice of
 * another amount after the delivery. Each needs a note of staff.
 */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const read = await readStaffPost({ request, context }, 'refunds', bodySchema, 'settle-charge');
  if (read instanceof Response) return read;
  const { staff, body, requestId, shop } = read;
  if (!isUuid(params.id)) return notFound(requestId);
  const asked = { actorUserId: staff.user.id, chargeId: params.id };
  const done = await decide(shop, asked, body);
  if (done.ok) return Response.json({ ok: true }, { headers: { 'Cache-Control': 'no-store' } });
  switch (done.reason) {
    case 'not_found':
      return notFound(requestId);
    case 'not_held':
    case 'already_handled':
      return answerError(409, done.reason, requestId, 'Isto já foi resolvido.');
    case 'invalid_note':
      return answerError(422, 'invalid', requestId, done.message, { fields: { note: done.message } });
  }
}

export const loader = refuseGet;

function decide(
  shop: OutwardContext,
  asked: { actorUserId: string; chargeId: string },
  body: z.infer<typeof bodySchema>,
) {
  switch (body.do) {
    case 'accept':
      return acceptHeldPayment(shop, asked);
    case 'settle':
      return settleHeldPayment(shop, { ...asked, as: body.as, note: body.note });
    case 'chargeback_handled':
      return handleChargeback(shop, { ...asked, note: body.note });
    case 'doubt_handled':
      return handleDoubt(shop, { ...asked, note: body.note });
  }
}

function notFound(requestId: string): Response {
  return answerError(404, 'not_found', requestId, 'Pagamento não encontrado.');
}
