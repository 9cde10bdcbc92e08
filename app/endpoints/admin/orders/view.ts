import { getShop, getVisitor } from '#app/request-context.ts';
import { deleteView } from '#shop/orders/views/delete-view.ts';
import { answerError } from '../../http/answer-error.ts';
import { isUuid } from '../../http/is-uuid.ts';
import { refuseGet } from '../../http/refuse-get.ts';
import type { Route } from './+types/view';
import { staffSession } from '../staff-session.ts';

/** `DELETE /api/admin/views/{id}` → 204: only whoever saved it. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const { requestId } = getVisitor(context);
  const staff = await staffSession(context, 'orders.read');
  if (staff instanceof Response) return staff;
  if (request.method !== 'DELETE') return answerError(405, 'method_not_allowed', requestId);
  const isGone =
    isUuid(params.id) &&
    (await deleteView(getShop(context), { userId: staff.user.id, viewId: params.id.toLowerCase() }));
  if (!isGone) return answerError(404, 'not_found', requestId);
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
}

export const loader = refuseGet;
