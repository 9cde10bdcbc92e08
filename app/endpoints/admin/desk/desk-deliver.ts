import { z } from 'zod';
import { deliverSkin } from '#shop/delivery/desk/deliver-skin.ts';
import type { Route } from './+types/desk-deliver';
import { answerError } from '../../http/answer-error.ts';
import { isUuid } from '../../http/is-uuid.ts';
import { refuseGet } from '../../http/refuse-get.ts';
import { readStaffPost } from '../read-staff-post.ts';
import { skinBody } from '../files/skin-body.ts';

const bodySchema = z
  .object({
    ...skinBody,
    link: z.string().max(10_000).optional(),
    file_id: z.string().refine(isUuid).optional(),
    only_this_order: z.string().refine(isUuid).optional(),
  })
  .refine(({ link, file_id }) => (link === undefined) !== (file_id === undefined));

/** `POST /api/admin/desk/deliver`: one link or kept file for every order that waits for the skin, or for `only_this_order`. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const read = await readStaffPost({ request, context }, 'orders.deliver', bodySchema, 'deliver-skin');
  if (read instanceof Response) return read;
  const { staff, body, requestId, shop } = read;
  const delivered = await deliverSkin(shop, {
    actorUserId: staff.user.id,
    championId: body.champion_id,
    skinNum: body.skin_num,
    content: body.file_id === undefined ? { link: body.link ?? '' } : { fileId: body.file_id.toLowerCase() },
    onlyOrderId: body.only_this_order?.toLowerCase(),
  });
  if (!delivered.ok) {
    const { reason, message } = delivered;
    const field = reason === 'invalid_link' ? 'link' : 'file_id';
    return answerError(422, reason, requestId, message, { fields: { [field]: message } });
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
