import { z } from 'zod';
import { getShop, getVisitor } from '#app/request-context.ts';
import { readOwnTicket } from '#shop/tickets/read-ticket.ts';
import { replyToTicket } from '#shop/tickets/reply-to-ticket.ts';
import type { Route } from './+types/ticket-replies';
import { answerError } from '../../http/answer-error.ts';
import { isUuid } from '../../http/is-uuid.ts';
import { readJson } from '../../http/read-json.ts';
import { refuseGet } from '../../http/refuse-get.ts';
import { presentTicket } from './present-ticket.ts';
import { refuseTicket } from './refuse-ticket.ts';

const bodySchema = z.object({ text: z.string().max(50_000) });

/** `POST /api/tickets/{id}/replies {"text"}` → 201 with the thread, and 200 for the same words again. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const { session: readSession, requestId, ip } = getVisitor(context);
  const session = await readSession();
  if (!session) return answerError(401, 'unauthenticated', requestId);
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', requestId);
  const body = await readJson(request, bodySchema);
  if (!body.ok) return answerError(400, 'malformed', requestId);
  if (!isUuid(params.id)) return refuseTicket({ ok: false, reason: 'not_found' }, requestId);
  const shop = getShop(context);
  const [userId, ticketId] = [session.user.id, params.id.toLowerCase()];
  const replied = await replyToTicket(shop, { userId, clientAddress: ip, ticketId, text: body.value.text });
  if (!replied.ok) return refuseTicket(replied, requestId);
  const ticket = await readOwnTicket(shop, { userId, id: ticketId });
  if (!ticket) return answerError(404, 'not_found', requestId);
  return Response.json(presentTicket(ticket), {
    status: replied.repeated ? 200 : 201,
    headers: { 'Cache-Control': 'no-store' },
  });
}

export const loader = refuseGet;
