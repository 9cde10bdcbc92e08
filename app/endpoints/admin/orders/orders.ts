import { z } from 'zod';
import { getShop, getVisitor } from '#app/request-context.ts';
import { listAllOrders } from '#shop/orders/search/list-all-orders.ts';
import { placeManualOrder } from '#shop/orders/place-manual-order.ts';
import type { Route } from './+types/orders';
import { answerError } from '../../http/answer-error.ts';
import { answerPage } from '../../http/answer-page.ts';
import { presentStaffOrder } from '../../api/present-order.ts';
import { explainManualRefusal } from './explain-manual-refusal.ts';
import { readOrderQuery } from './order-query.ts';
import { readStaffPost } from '../read-staff-post.ts';
import { staffSession } from '../staff-session.ts';

/** `GET /api/admin/orders?status=&q=&from=&to=&skin=&cpf=&late=&sort=&cursor=`: staff, with items; the next page's cursor in a header. */
export async function loader({ context, url }: Route.LoaderArgs): Promise<Response> {
  const staff = await staffSession(context, 'orders.read');
  if (staff instanceof Response) return staff;
  const search = readOrderQuery(url);
  if (!search) return answerError(400, 'malformed', getVisitor(context).requestId);
  return answerPage(await listAllOrders(getShop(context), search), presentStaffOrder);
}

const bodySchema = z.object({
  email: z.string().max(320),
  skins: z.array(z.tuple([z.string().min(1).max(64), z.int().min(0).max(100_000)])).max(10_000),
  reason: z.string().max(5_000),
});

/**
 * `POST /api/admin/orders {"email","skins","reason"}` → 201, and 200 for a repeated `Idempotency-Key`: an order whose
 * sum was paid elsewhere.
 */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const read = await readStaffPost({ request, context }, 'orders.manual', bodySchema, 'manual-order');
  if (read instanceof Response) return read;
  const { staff, body, requestId, shop } = read;
  const requestKey = request.headers.get('idempotency-key');
  if (requestKey !== null && !/^[\x21-\x7e]{1,200}$/.test(requestKey))
    return answerError(400, 'malformed', requestId);
  const placed = await placeManualOrder(shop, {
    actorUserId: staff.user.id,
    email: body.email,
    skins: body.skins.map(([championId, skinNum]) => ({ championId, skinNum })),
    note: body.reason,
    requestKey,
  });
  if (!placed.ok) return explainManualRefusal(placed, requestId);
  const { id, status } = placed.order;
  return Response.json(
    { order: { id, status } },
    { status: placed.created ? 201 : 200, headers: { 'Cache-Control': 'no-store' } },
  );
}
