import { getShop } from '#app/request-context.ts';
import { listDisputes, type Dispute } from '#shop/disputes/list-disputes.ts';
import type { Route } from './+types/disputes';
import { answerPage } from '../../http/answer-page.ts';
import { staffSession } from '../staff-session.ts';

/** `GET /api/admin/disputes?cursor=`: newest first; the next page's cursor in a header. */
export async function loader({ context, url }: Route.LoaderArgs): Promise<Response> {
  const staff = await staffSession(context, 'disputes');
  if (staff instanceof Response) return staff;
  const cursor = url.searchParams.get('cursor');
  return answerPage(await listDisputes(getShop(context), { cursor }), present);
}

function present({ id, orderId, gateway, openedAt, answerBy, reason, state }: Dispute) {
  return {
    id,
    order_id: orderId,
    gateway,
    opened_at: openedAt.toISOString(),
    answer_by: answerBy?.toISOString() ?? null,
    reason,
    state,
  };
}
