import { getShop, getVisitor } from '#app/request-context.ts';
import { shareOrder, unshareOrder } from '#shop/orders/share-order.ts';
import type { Route } from './+types/order-share';
import { answerError } from '../http/answer-error.ts';
import { isUuid } from '../http/is-uuid.ts';
import { refuseGet } from '../http/refuse-get.ts';

/** `POST /api/orders/{id}/share`: the address under which anybody may pay it. `DELETE`: takes it back (ruling 44). */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const visitor = getVisitor(context);
  const session = await visitor.session();
  if (!session) return answerError(401, 'unauthenticated', visitor.requestId);
  const notFound = () => answerError(404, 'not_found', visitor.requestId, 'Pedido não encontrado.');
  if (!isUuid(params.id)) return notFound();
  const own = { userId: session.user.id, orderId: params.id.toLowerCase() };
  const headers = { 'Cache-Control': 'no-store' };
  if (request.method === 'DELETE') {
    const isOwn = await unshareOrder(getShop(context), own);
    return isOwn ? Response.json({ url: null }, { headers }) : notFound();
  }
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', visitor.requestId);
  const shared = await shareOrder(getShop(context), own);
  if (shared.ok) return Response.json({ url: shared.url }, { headers });
  if (shared.reason === 'not_found') return notFound();
  return answerError(409, 'order_closed', visitor.requestId, 'Este pedido já foi pago ou cancelado.');
}

export const loader = refuseGet;
