import { getShop, getVisitor } from '#app/request-context.ts';
import type { Route } from './+types/order-evidence';
import { answerEvidence } from './answer-evidence.tsx';
import { staffSession } from '../staff-session.ts';

/** `GET /api/admin/orders/{id}/evidence`: the printable file that answers a dispute (HTML, without scripts). */
export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  const staff = await staffSession(context, 'evidence');
  if (staff instanceof Response) return staff;
  const { requestId } = getVisitor(context);
  return answerEvidence(getShop(context), { actorUserId: staff.user.id, orderId: params.id, requestId });
}
