import { z } from 'zod';
import { getShop, getVisitor } from '#app/request-context.ts';
import { setTicketState } from '#shop/tickets/set-ticket-state.ts';
import type { Route } from './+types/ticket-state';
import { answerError } from '../../http/answer-error.ts';
import { isUuid } from '../../http/is-uuid.ts';
import { readJson } from '../../http/read-json.ts';
import { refuseGet } from '../../http/refuse-get.ts';
import { staffSession } from '../staff-session.ts';

const bodySchema = z.object({ state: z.string().max(100) });
const stateSchema = z.enum(['open', 'answered', 'solved']);

/** `POST /api/admin/tickets/{id}/state {"state"}` → `{"id","state"}`. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const { requestId } = getVisitor(context);
  const staff = await staffSession(context, 'tickets');
  if (staff instanceof Response) return staff;
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', requestId);
  const body = await readJson(request, bodySchema);
  if (!body.ok) return answerError(400, 'malformed', requestId);
  const state = stateSchema.safeParse(body.value.state);
  if (!state.success) return answerError(422, 'invalid', requestId, 'Este estado não existe.');
  const id = params.id.toLowerCase();
  const set = isUuid(id)
    ? await setTicketState(getShop(context), { actorUserId: staff.user.id, ticketId: id, state: state.data })
    : { ok: false };
  if (!set.ok) return answerError(404, 'not_found', requestId, 'Atendimento não encontrado.');
  return Response.json({ id, state: state.data }, { headers: { 'Cache-Control': 'no-store' } });
}

export const loader = refuseGet;
