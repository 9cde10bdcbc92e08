import { getShop, getVisitor } from '#app/request-context.ts';
import { readStaffTicket } from '#shop/tickets/read-ticket.ts';
import type { Route } from './+types/ticket';
import { answerError } from '../../http/answer-error.ts';
import { isUuid } from '../../http/is-uuid.ts';
import { staffSession } from '../staff-session.ts';
import { presentStaffTicket } from './present-staff-ticket.ts';

/** `GET /api/admin/tickets/{id}`: one thread, with what staff need to answer it. */
export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  const staff = await staffSession(context, 'tickets');
  if (staff instanceof Response) return staff;
  const ticket = isUuid(params.id) ? await readStaffTicket(getShop(context), params.id.toLowerCase()) : null;
  if (!ticket)
    return answerError(404, 'not_found', getVisitor(context).requestId, 'Atendimento não encontrado.');
  return Response.json(presentStaffTicket(ticket), { headers: { 'Cache-Control': 'private, no-store' } });
}
