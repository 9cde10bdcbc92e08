import { z } from 'zod';
import { getShop, getVisitor } from '#app/request-context.ts';
import { readCursor } from '#shop/pagination/cursor.ts';
import { listOwnTickets } from '#shop/tickets/list-tickets.ts';
import { openTicket } from '#shop/tickets/open-ticket.ts';
import { readOwnTicket } from '#shop/tickets/read-ticket.ts';
import type { Route } from './+types/tickets';
import { answerError } from '../../http/answer-error.ts';
import { answerPage } from '../../http/answer-page.ts';
import { isUuid } from '../../http/is-uuid.ts';
import { readJson } from '../../http/read-json.ts';
import { presentListedTicket, presentTicket } from './present-ticket.ts';
import { refuseTicket } from './refuse-ticket.ts';

/** `GET /api/tickets`: the signed-in customer's, the last one that changed first; the next page's cursor in a header. */
export async function loader({ context, url }: Route.LoaderArgs): Promise<Response> {
  const { session: readSession, requestId } = getVisitor(context);
  const session = await readSession();
  if (!session) return answerError(401, 'unauthenticated', requestId);
  const cursor = url.searchParams.get('cursor');
  if (cursor && !readCursor(cursor)) return answerError(400, 'malformed', requestId);
  return answerPage(
    await listOwnTickets(getShop(context), { userId: session.user.id, cursor }),
    presentListedTicket,
  );
}

const bodySchema = z.object({
  subject: z.string().max(5_000),
  text: z.string().max(50_000),
  order_id: z.string().max(64).nullish(),
  champion_id: z.string().max(64).nullish(),
  skin_num: z.int().min(0).max(100_000).nullish(),
});

/** `POST /api/tickets` → 201 with the thread, and 200 for the same words again. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { session: readSession, requestId, ip } = getVisitor(context);
  const session = await readSession();
  if (!session) return answerError(401, 'unauthenticated', requestId);
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', requestId);
  const body = await readJson(request, bodySchema);
  if (!body.ok) return answerError(400, 'malformed', requestId);
  const { subject, text, order_id: orderId, champion_id: championId, skin_num: skinNum } = body.value;
  if ((championId == null) !== (skinNum == null)) return answerError(400, 'malformed', requestId);
  if (orderId != null && !isUuid(orderId))
    return refuseTicket({ ok: false, reason: 'unknown_order' }, requestId);
  const shop = getShop(context);
  const userId = session.user.id;
  const opened = await openTicket(shop, {
    userId,
    clientAddress: ip,
    subject,
    text,
    about: {
      orderId: orderId?.toLowerCase(),
      ...(championId != null && skinNum != null && { skin: { championId, skinNum } }),
    },
  });
  if (!opened.ok) return refuseTicket(opened, requestId);
  const ticket = await readOwnTicket(shop, { userId, id: opened.id });
  if (!ticket) return answerError(404, 'not_found', requestId);
  return Response.json(presentTicket(ticket), {
    status: opened.repeated ? 200 : 201,
    headers: { 'Cache-Control': 'no-store' },
  });
}
