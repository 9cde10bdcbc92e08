import { z } from 'zod';
import { deliverSkin } from '#shop/delivery/desk/deliver-skin.ts';
import { holdDelivery, type HoldDeliveryResult } from '#shop/delivery/desk/hold-delivery.ts';
import { areKnownSkins } from '#shop/delivery/files/are-known-skins.ts';
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
    ask: z.boolean().default(false),
    undo: z.boolean().default(false),
  })
  .refine(({ link, file_id }) => (link === undefined) !== (file_id === undefined))
  .refine(({ only_this_order: onlyOne, undo }) => !(undo && onlyOne !== undefined));

/**
 * `POST /api/admin/desk/deliver`: one link or kept file for every order that waits for the skin, or for `only_this_order`.
 * `ask`: what another skin has already is refused with a question. `undo`: it is held for some seconds, in which it can be
 * taken back. The screen sets both.
 */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const read = await readStaffPost({ request, context }, 'orders.deliver', bodySchema, 'deliver-skin');
  if (read instanceof Response) return read;
  const { staff, body, requestId, shop } = read;
  if (!(await areKnownSkins(shop, [[body.champion_id, body.skin_num]])))
    return answerError(404, 'not_found', requestId, 'Esta skin não existe no catálogo.');
  const given = {
    actorUserId: staff.user.id,
    championId: body.champion_id,
    skinNum: body.skin_num,
    content: body.file_id === undefined ? { link: body.link ?? '' } : { fileId: body.file_id.toLowerCase() },
    asks: body.ask,
  };
  if (body.undo) {
    const held = await holdDelivery(shop, given);
    return held.ok ? answer({ ...NOTHING, held: present(held.held) }) : refuse(held, requestId);
  }
  const delivered = await deliverSkin(shop, { ...given, onlyOrderId: body.only_this_order?.toLowerCase() });
  if (!delivered.ok) return refuse(delivered, requestId);
  return answer({
    completed: delivered.completed,
    waiting_for_others: delivered.waitingForOthers,
    failed: delivered.failed,
  });
}

const NOTHING = { completed: [], waiting_for_others: [], failed: [] };

function present(held: { id: string; dueAt: Date } | null) {
  return held && { id: held.id, due_at: held.dueAt };
}

function answer(body: unknown): Response {
  return Response.json(body, { headers: { 'Cache-Control': 'no-store' } });
}

function refuse(
  { reason, message }: Extract<HoldDeliveryResult, { ok: false }>,
  requestId: string,
): Response {
  switch (reason) {
    case 'of_other_skin':
      return answerError(409, reason, requestId, message, { fields: { ask: message } });
    case 'held_already':
      return answerError(409, reason, requestId, message);
    case 'invalid_link':
      return answerError(422, reason, requestId, message, { fields: { link: message } });
    case 'unknown_file':
      return answerError(422, reason, requestId, message, { fields: { file_id: message } });
  }
}

export const loader = refuseGet;
