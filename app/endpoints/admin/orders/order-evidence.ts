import { getShop, getVisitor } from '#app/request-context.ts';
import { readEvidence } from '#shop/orders/read-evidence.ts';
import type { Route } from './+types/order-evidence';
import { answerError } from '../../http/answer-error.ts';
import { isUuid } from '../../http/is-uuid.ts';
import { answerEvidence } from './answer-evidence.tsx';
import { staffSession } from '../staff-session.ts';

/** `GET /api/admin/orders/{id}/evidence`: the printable file that answers a dispute (HTML, without scripts). */
export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  const staff = await staffSession(context, 'evidence');
  if (staff instanceof Response) return staff;
  const shop = getShop(context);
  const evidence = isUuid(params.id)
    ? await readEvidence(shop, { actorUserId: staff.user.id, orderId: params.id.toLowerCase() })
    : null;
  if (!evidence) {
    return answerError(404, 'not_found', getVisitor(context).requestId, 'Pedido não encontrado.');
  }
  return answerEvidence(evidence, { brandName: shop.settings.brandName, at: shop.now() });
}
