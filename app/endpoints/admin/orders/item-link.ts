import { z } from 'zod';
import { replaceLink, type ReplaceLinkResult } from '#shop/delivery/replace-link.ts';
import type { Route } from './+types/item-link';
import { answerError } from '../../http/answer-error.ts';
import { isUuid } from '../../http/is-uuid.ts';
import { refuseGet } from '../../http/refuse-get.ts';
import { readStaffPost } from '../read-staff-post.ts';

const bodySchema = z.object({ link: z.string().max(10_000), only_this_order: z.boolean().optional() });

/** `POST /api/admin/orders/{id}/items/{itemId}/link {"link":"https://…"}`: 'Substituir link'. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const read = await readStaffPost({ request, context }, 'orders.deliver', bodySchema, 'replace-link');
  if (read instanceof Response) return read;
  const { staff, body, requestId, shop } = read;
  const replaced: ReplaceLinkResult =
    isUuid(params.id) && isUuid(params.itemId)
      ? await replaceLink(shop, {
          actorUserId: staff.user.id,
          orderId: params.id,
          itemId: params.itemId,
          link: body.link,
          onlyThisOrder: body.only_this_order ?? false,
        })
      : { ok: false, reason: 'not_found' };
  if (replaced.ok) {
    return Response.json({ changed: replaced.changed }, { headers: { 'Cache-Control': 'no-store' } });
  }
  switch (replaced.reason) {
    case 'not_found':
      return answerError(404, 'not_found', requestId, 'Pedido não encontrado.');
    case 'not_completed':
      return answerError(409, 'not_completed', requestId, 'Este pedido ainda não foi concluído.');
    case 'refunded':
      return answerError(409, 'refunded', requestId, 'Este pedido foi reembolsado.');
    case 'invalid_link':
      return answerError(422, 'invalid_link', requestId, 'Use um link completo, começando com https://');
  }
}

export const loader = refuseGet;
