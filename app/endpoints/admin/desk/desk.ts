import { getShop } from '#app/request-context.ts';
import { listDesk } from '#shop/delivery/desk/list-desk.ts';
import type { Route } from './+types/desk';
import { staffSession } from '../staff-session.ts';

/** `GET /api/admin/desk`: what waits by skin, longest overdue first. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const staff = await staffSession(context, 'orders.deliver');
  if (staff instanceof Response) return staff;
  const groups = await listDesk(getShop(context));
  const answer = groups.map(({ orders, file, ...skin }) => ({
    champion_id: skin.championId,
    skin_num: skin.skinNum,
    skin_name: skin.skinName,
    champion_name: skin.championName,
    waiting: orders.length,
    oldest_due_at: orders[0]?.dueAt ?? null,
    file: file && { link: file.link, auto: file.auto, broken: file.broken },
  }));
  return Response.json(answer, { headers: { 'Cache-Control': 'private, no-store' } });
}
