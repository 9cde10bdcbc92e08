import { getShop, getVisitor } from '#app/request-context.ts';
import { listAllOrders } from '#shop/orders/list-all-orders.ts';
import type { Route } from './+types/orders';
import { answerError } from '../http/answer-error.ts';
import { answerPage } from '../http/answer-page.ts';
import { presentStaffOrder } from '../api/present-order.ts';
import { readOrderQuery } from './order-query.ts';
import { staffSession } from './staff-session.ts';

/** `GET /api/admin/orders?status=&q=&from=&to=&skin=&cpf=&late=&sort=&cursor=`: staff, with items; the next page's cursor in a header. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const staff = await staffSession(context, 'orders.read');
  if (staff instanceof Response) return staff;
  const search = readOrderQuery(request);
  if (!search) return answerError(400, 'malformed', getVisitor(context).requestId);
  return answerPage(await listAllOrders(getShop(context), search), presentStaffOrder);
}
