import { getShop, getVisitor } from '#app/request-context.ts';
import { revokeStaff } from '#shop/accounts/staff/grant-staff.ts';
import { answerError } from '../../http/answer-error.ts';
import { isUuid } from '../../http/is-uuid.ts';
import { refuseGet } from '../../http/refuse-get.ts';
import type { Route } from './+types/staff-member';
import { refuseStaffChange } from './refuse-staff-change.ts';
import { staffSession } from '../staff-session.ts';

/** `DELETE /api/admin/staff/{user id}` → 204: the account stays, without a role. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const { requestId } = getVisitor(context);
  const staff = await staffSession(context, 'team');
  if (staff instanceof Response) return staff;
  if (request.method !== 'DELETE') return answerError(405, 'method_not_allowed', requestId);
  if (!isUuid(params.userId)) return notFound(requestId);
  const person = { userId: params.userId.toLowerCase() };
  const revoked = await revokeStaff(getShop(context), person, staff.user.id);
  if (!revoked.ok && revoked.reason !== 'unknown_account') {
    return refuseStaffChange(revoked.reason, requestId);
  }
  if (!revoked.ok || !revoked.changed) return notFound(requestId);
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
}

export const loader = refuseGet;

function notFound(requestId: string): Response {
  return answerError(404, 'not_found', requestId, 'Esta pessoa não é da equipe.');
}
