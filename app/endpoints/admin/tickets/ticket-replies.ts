import { z } from 'zod';
import { getShop, getVisitor } from '#app/request-context.ts';
import { answerTicket, type AnswerTicketResult } from '#shop/tickets/answer-ticket.ts';
import { describeAnsweredMeanwhile } from '#shop/tickets/describe-answered-meanwhile.ts';
import { readStaffTicket } from '#shop/tickets/read-ticket.ts';
import type { Route } from './+types/ticket-replies';
import { answerError, answerTooMany } from '../../http/answer-error.ts';
import { isUuid } from '../../http/is-uuid.ts';
import { readJson } from '../../http/read-json.ts';
import { refuseGet } from '../../http/refuse-get.ts';
import { staffSession } from '../staff-session.ts';
import { presentStaffTicket } from './present-staff-ticket.ts';

const bodySchema = z.object({
  text: z.string().max(50_000),
  /** The newest message that the clerk has seen: an answer after a colleague's is refused with 409. */
  seen: z.string().max(64).optional(),
  state: z.enum(['answered', 'solved']).optional(),
});

/** `POST /api/admin/tickets/{id}/replies {"text"}` → 201 with the thread, and 200 for the same words again. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const { requestId } = getVisitor(context);
  const staff = await staffSession(context, 'tickets');
  if (staff instanceof Response) return staff;
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', requestId);
  const body = await readJson(request, bodySchema);
  if (!body.ok) return answerError(400, 'malformed', requestId);
  const { text, seen, state } = body.value;
  const shop = getShop(context);
  const answered: AnswerTicketResult = isUuid(params.id)
    ? await answerTicket(shop, {
        actorUserId: staff.user.id,
        ticketId: params.id.toLowerCase(),
        text,
        seen,
        solve: state === 'solved',
      })
    : { ok: false, reason: 'not_found' };
  if (!answered.ok) return refuse(answered, requestId);
  const ticket = await readStaffTicket(shop, params.id.toLowerCase());
  if (!ticket) return answerError(404, 'not_found', requestId);
  return Response.json(presentStaffTicket(ticket), {
    status: answered.repeated ? 200 : 201,
    headers: { 'Cache-Control': 'no-store' },
  });
}

function refuse(refused: Extract<AnswerTicketResult, { ok: false }>, requestId: string): Response {
  switch (refused.reason) {
    case 'invalid':
      return answerError(422, 'invalid', requestId, undefined, {
        fields: { text: refused.fields.text ?? '' },
      });
    case 'not_found':
      return answerError(404, 'not_found', requestId, 'Atendimento não encontrado.');
    case 'answered_meanwhile':
      return answerError(409, 'answered_meanwhile', requestId, describeAnsweredMeanwhile(refused));
    case 'too_many':
      return answerTooMany(refused.retryAfterSeconds, requestId);
  }
}

export const loader = refuseGet;
