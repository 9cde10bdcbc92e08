import { getShop, getVisitor } from '#app/request-context.ts';
import { cancelRescue } from '#shop/accounts/rescue/cancel-rescue.ts';
import { answerError } from '../../http/answer-error.ts';
import { isUuid } from '../../http/is-uuid.ts';
import { refuseGet } from '../../http/refuse-get.ts';
import { staffSession } from '../staff-session.ts';
import type { Route } from './+types/rescue-cancel';

/** `POST /api/admin/rescue/{id}/cancel` → 204: a rescue that waits is taken back. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const { requestId } = getVisitor(context);
  const staff = await staffSession(context, 'rescue');
  if (staff instanceof Response) return staff;
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', requestId);
  const cancelled =
    isUuid(params.id) &&
    (await cancelRescue(getShop(context), { id: params.id.toLowerCase(), actorUserId: staff.user.id }));
  if (!cancelled) {
    return answerError(404, 'not_found', requestId, 'Esta troca já terminou. Atualize a página.');
  }
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
}

export const loader = refuseGet;
