import { getVisitor } from '#app/request-context.ts';
import { cancelOwnOrder, type CancelOwnOrderResult } from '#shop/orders/cancel-order.ts';
import type { Route } from './+types/order-cancel';
import { answerError } from '../http/answer-error.ts';
import { isUuid } from '../http/is-uuid.ts';
import { limitCaller } from '../http/limit-caller.ts';
import { refuseGet } from '../http/refuse-get.ts';

/** `POST /api/orders/{id}/cancel`: the buyer cancels their own unpaid order. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const visitor = getVisitor(context);
  const session = await visitor.session();
  if (!session) return answerError(401, 'unauthenticated', visitor.requestId);
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', visitor.requestId);
  const shop = await limitCaller(context, 'cancel-order', session.user.id);
  if (shop instanceof Response) return shop;
  const result: CancelOwnOrderResult = isUuid(params.id)
    ? await cancelOwnOrder(shop, { userId: session.user.id, orderId: params.id.toLowerCase() })
    : { ok: false, reason: 'not_found' };
  if (result.ok) {
    return Response.json(
      { order: { id: params.id, status: 'cancelled' } },
      { headers: { 'Cache-Control': 'no-store' } },
    );
  }
  switch (result.reason) {
    case 'not_found':
      return answerError(404, 'not_found', visitor.requestId, 'Pedido não encontrado.');
    case 'already_paid':
      return answerError(
        409,
        'already_paid',
        visitor.requestId,
        'Este pedido já foi pago e não pode mais ser cancelado por aqui. Fale com o suporte.',
      );
    case 'payment_under_review':
      return answerError(
        409,
        'payment_under_review',
        visitor.requestId,
        'Recebemos um pagamento deste pedido e estamos conferindo. Fale com o suporte.',
      );
  }
}

export const loader = refuseGet;
