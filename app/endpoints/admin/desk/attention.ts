import { getShop } from '#app/request-context.ts';
import { listAttention } from '#shop/attention/list-attention.ts';
import type { Route } from './+types/attention';
import { staffSession } from '../staff-session.ts';

/** `GET /api/admin/attention`: entries about money that a person must decide, oldest first. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const staff = await staffSession(context, 'orders.read');
  if (staff instanceof Response) return staff;
  return Response.json(await listAttention(getShop(context)), {
    headers: { 'Cache-Control': 'private, no-store' },
  });
}
