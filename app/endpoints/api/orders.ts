import { getShop, getVisitor } from '#app/request-context.ts';
import { listOwnOrders } from '#shop/orders/list-own-orders.ts';
import { recordUse } from '#shop/delivery/record-use.ts';
import { readCursor } from '#shop/pagination/cursor.ts';
import type { Route } from './+types/orders';
import { answerError } from '../http/answer-error.ts';
import { answerPage } from '../http/answer-page.ts';
import { presentOwnOrder } from './present-order.ts';

/** `GET /api/orders`: the signed-in customer's, newest first; the next page's cursor in a header. */
export async function loader({ request, context, url }: Route.LoaderArgs): Promise<Response> {
  const visitor = getVisitor(context);
  const session = await visitor.session();
  if (!session) return answerError(401, 'unauthenticated', visitor.requestId);
  const cursor = url.searchParams.get('cursor');
  if (cursor && !readCursor(cursor)) return answerError(400, 'malformed', visitor.requestId);
  const shop = getShop(context);
  const page = await listOwnOrders(shop, { userId: session.user.id, cursor });
  const withLinks = page.entries.filter(({ items }) => items.some((item) => item.downloadLink !== null));
  recordUse(shop, {
    userId: session.user.id,
    of: { orderIds: withLinks.map(({ id }) => id) },
    address: visitor.ip,
    userAgent: request.headers.get('user-agent'),
  });
  return answerPage(page, presentOwnOrder);
}
