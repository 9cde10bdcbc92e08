import { z } from 'zod';
import { getShop, getVisitor } from '#app/request-context.ts';
import { grantStaff } from '#shop/accounts/staff/grant-staff.ts';
import { listStaff } from '#shop/accounts/staff/list-staff.ts';
import { STAFF_ROLES } from '#shop/accounts/staff/rights.ts';
import type { Route } from './+types/staff';
import { presentStaff } from '../../api/present-staff.ts';
import { answerError } from '../../http/answer-error.ts';
import { readJson } from '../../http/read-json.ts';
import { refuseStaffChange } from './refuse-staff-change.ts';
import { staffSession } from '../staff-session.ts';

const bodySchema = z.object({ email: z.string().max(320), role: z.string().max(32) });

/** `GET /api/admin/staff`: everybody with a role, the longest there first. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const staff = await staffSession(context, 'team');
  if (staff instanceof Response) return staff;
  const members = await listStaff(getShop(context));
  return Response.json(members.map(presentStaff), { headers: { 'Cache-Control': 'private, no-store' } });
}

/** `POST /api/admin/staff {"email","role"}`: gives an account this role, in place of another one or of none. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { requestId } = getVisitor(context);
  const staff = await staffSession(context, 'team');
  if (staff instanceof Response) return staff;
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', requestId);
  const body = await readJson(request, bodySchema);
  if (!body.ok) return answerError(400, 'malformed', requestId);
  const role = STAFF_ROLES.find((each) => each === body.value.role);
  if (!role) {
    const message = `Escolha um papel: ${STAFF_ROLES.join(', ')}.`;
    return answerError(422, 'invalid', requestId, message, { fields: { role: message } });
  }
  const granted = await grantStaff(getShop(context), { email: body.value.email }, staff.user.id, { role });
  if (!granted.ok) return refuseStaffChange(granted.reason, requestId);
  return Response.json({ changed: granted.changed }, { headers: { 'Cache-Control': 'no-store' } });
}
