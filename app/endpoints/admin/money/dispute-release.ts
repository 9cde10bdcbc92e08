import { getShop, getVisitor } from '#app/request-context.ts';
import { releaseAccount } from '#shop/disputes/release-account.ts';
import type { Route } from './+types/dispute-release';
import { answerError } from '../../http/answer-error.ts';
import { isUuid } from '../../http/is-uuid.ts';
import { refuseGet } from '../../http/refuse-get.ts';
import { staffSession } from '../staff-session.ts';

const REFUSALS = {
  still_open:
    'A contestação ainda está aberta. A entrega automática volta quando a loja ganhar, ou depois que você decidir.',
  already_released: 'A entrega automática desta conta já foi liberada.',
} as const;

/** `POST /api/admin/disputes/{id}/release`: after a loss, the account is delivered to by itself again. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const { requestId } = getVisitor(context);
  const staff = await staffSession(context, 'disputes.release');
  if (staff instanceof Response) return staff;
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', requestId);
  const released = isUuid(params.id)
    ? await releaseAccount(getShop(context), { actorUserId: staff.user.id, disputeId: params.id })
    : ({ ok: false, reason: 'not_found' } as const);
  if (released.ok) return Response.json({ ok: true }, { headers: { 'Cache-Control': 'no-store' } });
  return released.reason === 'not_found'
    ? answerError(404, 'not_found', requestId, 'Contestação não encontrada.')
    : answerError(409, released.reason, requestId, REFUSALS[released.reason]);
}

export const loader = refuseGet;
