import { z } from 'zod';
import { getShop, getVisitor } from '#app/request-context.ts';
import { listAllOrders } from '#shop/orders/list-all-orders.ts';
import { readCursor } from '#shop/pagination/cursor.ts';
import type { Route } from './+types/orders';
import { answerError } from '../http/answer-error.ts';
import { answerPage } from '../http/answer-page.ts';
import { presentStaffOrder } from '../api/present-order.ts';
import { staffSession } from './staff-session.ts';

/** Absent and empty mean the same: a form sends its empty fields too. */
const querySchema = z.object({
  status: z
    .enum(['awaiting_payment', 'pending', 'completed', 'cancelled', ''])
    .optional()
    .transform((status) => status || undefined),
  q: z.string().optional(),
  cursor: z
    .string()
    .refine((cursor) => cursor === '' || readCursor(cursor) !== null)
    .optional(),
  attention: z
    .enum(['1', ''])
    .optional()
    .transform((flag) => flag === '1'),
  late: z
    .enum(['1', ''])
    .optional()
    .transform((flag) => flag === '1'),
  sort: z
    .enum(['due', 'newest', ''])
    .optional()
    .transform((sort) => sort || undefined),
});

/** `GET /api/admin/orders?status=&q=&late=&sort=&cursor=`: staff, with items; the next page's cursor in a header. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const staff = await staffSession(context, 'orders.read');
  if (staff instanceof Response) return staff;
  const query = querySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!query.success) return answerError(400, 'malformed', getVisitor(context).requestId);
  return answerPage(await listAllOrders(getShop(context), query.data), presentStaffOrder);
}
