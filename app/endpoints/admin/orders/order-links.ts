import { z } from 'zod';
import { sendLinks, type SendLinksResult } from '#shop/delivery/send-links.ts';
import type { Route } from './+types/order-links';
import { answerError } from '../../http/answer-error.ts';
import { isUuid } from '../../http/is-uuid.ts';
import { refuseGet } from '../../http/refuse-get.ts';
import { readStaffPost } from '../read-staff-post.ts';

const bodySchema = z.object({
  links: z.record(z.string().max(64), z.string().max(10_000)),
  /** Items that get the file that the shop stores for their skin. */
  kept_files: z.array(z.string().max(64)).max(200).optional(),
  only_this_order: z.boolean().optional(),
});

type Refusal = Extract<SendLinksResult, { ok: false }>;

/** `POST /api/admin/orders/{id}/links {"links":{"<order item id>":"https://…"}}`: the send-links transaction. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  const read = await readStaffPost({ request, context }, 'orders.deliver', bodySchema, 'send-links');
  if (read instanceof Response) return read;
  const { staff, body, requestId, shop } = read;
  const sent: SendLinksResult = isUuid(params.id)
    ? await sendLinks(shop, {
        actorUserId: staff.user.id,
        orderId: params.id.toLowerCase(),
        links: body.links,
        storedFiles: body.kept_files ?? [],
        onlyThisOrder: body.only_this_order ?? false,
      })
    : { ok: false, reason: 'not_found' };
  if (!sent.ok) return refuse(sent, requestId);
  return Response.json(
    { order: { id: sent.orderId, status: 'completed' } },
    { headers: { 'Cache-Control': 'no-store' } },
  );
}

export const loader = refuseGet;

function refuse(refusal: Refusal, requestId: string): Response {
  switch (refusal.reason) {
    case 'not_found':
      return answerError(404, 'not_found', requestId, 'Pedido não encontrado.');
    case 'already_completed':
      return answerError(409, 'already_completed', requestId, 'este pedido já foi concluído');
    case 'not_payable_state':
      return answerError(409, 'not_payable_state', requestId, 'Este pedido não está aguardando envio.');
    case 'being_refunded':
      return answerError(409, 'being_refunded', requestId, 'Este pedido está sendo reembolsado.');
    case 'payment_under_review':
      return answerError(
        409,
        'payment_under_review',
        requestId,
        'O pagamento deste pedido está em dúvida. Decida em Atenção antes de enviar.',
      );
    case 'missing_links':
      return answerError(422, 'missing_links', requestId, 'Falta o link de pelo menos uma skin.', {
        fields: perItem(refusal.itemIds, 'Informe o link.'),
      });
    case 'unknown_item':
      return answerError(422, 'unknown_item', requestId, 'Um dos itens não é deste pedido.', {
        fields: perItem(refusal.itemIds, 'Não é deste pedido.'),
      });
    case 'invalid_link':
      return answerError(422, 'invalid_link', requestId, 'Use links completos, começando com https://', {
        fields: perItem(refusal.itemIds, 'Link inválido.'),
      });
  }
}

function perItem(itemIds: string[], message: string): Record<string, string> {
  return Object.fromEntries(itemIds.map((id) => [id, message]));
}
