import { getShop, getVisitor } from '#app/request-context.ts';
import { readCursor } from '#shop/pagination/cursor.ts';
import { listTickets } from '#shop/tickets/list-tickets.ts';
import { TICKET_STATES } from '#shop/tickets/ticket.ts';
import type { Route } from './+types/tickets';
import { answerError } from '../../http/answer-error.ts';
import { answerPage } from '../../http/answer-page.ts';
import { staffSession } from '../staff-session.ts';
import { presentStaffListedTicket } from './present-staff-ticket.ts';

/** `GET /api/admin/tickets?state=&q=&cursor=`: the open ones begin with who has waited longest. */
export async function loader({ context, url }: Route.LoaderArgs): Promise<Response> {
  const staff = await staffSession(context, 'tickets');
  if (staff instanceof Response) return staff;
  const query = url.searchParams;
  const [named, cursor] = [query.get('state'), query.get('cursor')];
  const state = TICKET_STATES.find((each) => each === named);
  if ((named && !state) || (cursor && !readCursor(cursor)))
    return answerError(400, 'malformed', getVisitor(context).requestId);
  const page = await listTickets(getShop(context), { state, q: query.get('q') ?? '', cursor });
  return answerPage(page, presentStaffListedTicket);
}
