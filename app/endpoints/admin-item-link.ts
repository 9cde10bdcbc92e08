import { z } from 'zod';
import { getShop, getVisitor } from '#app/request-context.ts';
import { replaceLink, type ReplaceLinkResult } from '#shop/delivery/replace-link.ts';
import type { Route } from './+types/admin-item-link';
import { answerError } from './answer-error.ts';
import { isUuid } from './is-uuid.ts';
import { readJson } from './read-json.ts';
import { staffSession } from './staff-session.ts';

const bodySchema = z.object({ link: z.string().max(10_000) });

/** `POST /api/admin/orders/{id}/items/{itemId}/link {"link":"https://…"}`: 'Substituir link' (ruling 11). */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const { requestId } = getVisitor(context);
  const staff = await staffSession(context);
  if (staff instanceof Response) return staff;
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', requestId);
  const body = await readJson(request, bodySchema);
  if (!body.ok) return answerError(400, 'malformed', requestId);
  const replaced: ReplaceLinkResult =
    isUuid(params.id) && isUuid(params.itemId)
      ? await replaceLink(getShop(context), {
          actorUserId: staff.user.id,
          orderId: params.id,
          itemId: params.itemId,
          link: body.value.link,
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

export function loader({ context }: Route.LoaderArgs): Response {
  return answerError(405, 'method_not_allowed', getVisitor(context).requestId);
}
