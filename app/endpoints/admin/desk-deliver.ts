import { z } from 'zod';
import { deliverSkin } from '#shop/delivery/desk/deliver-skin.ts';
import type { Route } from './+types/desk-deliver';
import { answerError } from '../http/answer-error.ts';
import { isUuid } from '../http/is-uuid.ts';
import { refuseGet } from '../http/refuse-get.ts';
import { readStaffPost } from './read-staff-post.ts';
import { skinBody } from './skin-body.ts';

const bodySchema = z.object({
  ...skinBody,
  link: z.string().max(10_000),
  only_this_order: z.string().refine(isUuid).optional(),
});

/** `POST /api/admin/desk/deliver`: one link for every order that waits for the skin, or for `only_this_order`. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const read = await readStaffPost({ request, context }, 'orders.deliver', bodySchema, 'deliver-skin');
  if (read instanceof Response) return read;
  const { staff, body, requestId, shop } = read;
  const delivered = await deliverSkin(shop, {
    actorUserId: staff.user.id,
    championId: body.champion_id,
    skinNum: body.skin_num,
    link: body.link,
    onlyOrderId: body.only_this_order?.toLowerCase(),
  });
  if (!delivered.ok) {
    const { message } = delivered;
    return answerError(422, 'invalid_link', requestId, message, { fields: { link: message } });
  }
  return Response.json(
    {
      completed: delivered.completed,
      waiting_for_others: delivered.waitingForOthers,
      failed: delivered.failed,
    },
    { headers: { 'Cache-Control': 'no-store' } },
  );
}

export const loader = refuseGet;
