import { getShop, getVisitor } from '#app/request-context.ts';
import { readOwnTicket } from '#shop/tickets/read-ticket.ts';
import type { Route } from './+types/ticket';
import { answerError } from '../../http/answer-error.ts';
import { isUuid } from '../../http/is-uuid.ts';
import { presentTicket } from './present-ticket.ts';

/** `GET /api/tickets/{id}`: one thread of the signed-in customer. */
export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  const { session: readSession, requestId } = getVisitor(context);
  const session = await readSession();
  if (!session) return answerError(401, 'unauthenticated', requestId);
  const ticket = isUuid(params.id)
    ? await readOwnTicket(getShop(context), { userId: session.user.id, id: params.id.toLowerCase() })
    : null;
  if (!ticket) return answerError(404, 'not_found', requestId, 'Atendimento não encontrado.');
  return Response.json(presentTicket(ticket), { headers: { 'Cache-Control': 'private, no-store' } });
}
