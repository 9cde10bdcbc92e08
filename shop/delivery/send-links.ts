import { z } from 'zod';
import type { Tx } from '#db/client.server.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { id } from '#shop/fields.ts';
import { tell } from '#shop/events/tell.ts';
import { operation } from '#shop/operation.ts';
import { checkLink } from '#shop/text/check-link.ts';
import { completeOrder, deliverPart } from './complete-order.ts';
import type { SoldContent } from './files/stored-file.ts';
import { learnFiles, type LearnedFile } from './files/learn-files.ts';
import { returnKey, takeKeys } from './keys/take-keys.ts';
import { readLinkedItems, wantsKey, type LinkedItem } from './read-linked-items.ts';
import { writeLink } from './write-link.ts';
import type { ShopContext } from '#shop/context.ts';
import { contentLink } from '#shop/states/content-link.ts';
import { isOpen } from '#shop/states/grant-state.ts';
import { lockOrder } from '#shop/states/lock-order.ts';
import { isUnseen, refuseDelivery } from '#shop/states/why-waits.ts';

const AT_ITEM = {
  missing_links: 'Informe o link.',
  unknown_item: 'Não é deste pedido.',
  invalid_link: 'Link inválido.',
  being_refunded: 'Está sendo reembolsado.',
  withheld_file: 'Alguém precisa olhar este arquivo antes, em Arquivos.',
};

function refuse<Reason extends keyof typeof AT_ITEM>(reason: Reason, itemIds: string[]) {
  const fields = Object.fromEntries(itemIds.map((itemId) => [itemId, AT_ITEM[reason]]));
  return { ok: false as const, reason, fields };
}

/**
 * Gives every item of a paid order its link and completes the order. One transaction, so that a failure
 * changes nothing; one winner, so that the customer gets one mail. An item that a linked product filled keeps its
 * link unless staff give another, and a product of keys without a link gets its key. An item that the buyer owned before needs none. A free charge has no items and is
 * completed with `{}`.
 */
export const sendLinks = operation(
  {
    id: 'orders.send_links',
    who: 'orders.deliver',
    input: z.object({
      orderId: id(),
      links: z.record(z.string().max(64), z.string().max(10_000)),
      /** Items that get the file that the shop stores for their skin. A link is the stronger word. */
      keptFiles: z.array(z.string().max(64)).max(200).optional(),
      /** 'Só para este pedido': the shop does not learn the links. */
      onlyThisOrder: z.boolean().optional(),
    }),
    output: z.object({ order: z.object({ id: z.string(), status: z.enum(['completed', 'pending']) }) }),
    refusals: {
      not_found: 404,
      already_completed: 409,
      not_payable_state: 409,
      being_refunded: 409,
      payment_under_review: 409,
      missing_links: 422,
      unknown_item: 422,
      invalid_link: 422,
      withheld_file: 409,
    },
    limit: 'send-links',
  },
  async (ctx, request) => {
    const { actorUserId, orderId } = request;
    const given = new Map(Object.entries(request.links).filter(([, text]) => text.trim() !== ''));

    return ctx.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (!order) return { ok: false as const, reason: 'not_found' as const };
      const refusal = await refuseDelivery(tx, order);
      if (refusal) return { ok: false as const, reason: refusal };

      let items = await readLinkedItems(tx, orderId);
      const asked = [...Object.keys(request.links), ...(request.keptFiles ?? [])];
      const unknown = asked.filter((id) => !items.some((item) => item.item_id === id));
      if (unknown.length > 0) return refuse('unknown_item', unknown);
      const stored = await findStoredFiles(tx, orderId, request.keptFiles ?? []);
      const withheld = [...stored].flatMap(([itemId, file]) => (file.unseen ? [itemId] : []));
      if (withheld.length > 0) return refuse('withheld_file', withheld);
      const refunding = items.filter((item) => item.refunding && isOpen(item)).map((item) => item.item_id);
      const returned = refunding.filter((itemId) => given.has(itemId) || stored.has(itemId));
      if (returned.length > 0) return refuse('being_refunded', returned);
      const empty = items.filter(
        (item) => isOpen(item) && !given.has(item.item_id) && !stored.has(item.item_id),
      );
      // What was sold ahead may come later, and what is refunded comes if that fails.
      const mayWait = (item: LinkedItem) => item.waits_for === 'release' || item.refunding;
      const missing = empty.filter((item) => !item.sells_keys && !mayWait(item));
      if (missing.length > 0)
        return refuse(
          'missing_links',
          missing.map((item) => item.item_id),
        );
      const invalid = [...given].filter(([, text]) => !checkLink(text).ok);
      if (invalid.length > 0)
        return refuse(
          'invalid_link',
          invalid.map(([itemId]) => itemId),
        );

      const unsold = empty.filter((item) => wantsKey(item) && !item.refunding);
      const without = await takeKeys(ctx, tx, unsold);
      if (unsold.length > 0) items = await readLinkedItems(tx, orderId);
      const later = empty.filter(
        (item) => mayWait(item) && (item.refunding || !item.sells_keys || without.includes(item.item_id)),
      );
      const keyless = without.filter((itemId) => !later.some((item) => item.item_id === itemId));
      if (keyless.length > 0) {
        // A refusal undoes nothing by itself.
        for (const item of unsold) await returnKey(ctx, tx, item.item_id);
        return refuse('missing_links', keyless);
      }
      const filled = items
        .filter((item) => !item.refunding)
        .flatMap((item) => {
          const { item_id } = item;
          const content = newContent(ctx, item, given.get(item_id)?.trim(), stored.get(item_id)?.fileId);
          return content ? [{ item, content }] : [];
        });
      const isAnything = filled.length > 0 || items.some(({ state }) => state === 'ready');
      if (later.length > 0 && later.length === items.filter(isOpen).length && !isAnything)
        return refuse(
          later.every((item) => item.refunding) ? 'being_refunded' : 'missing_links',
          later.map((item) => item.item_id),
        );

      const sent: LearnedFile[] = [];
      for (const { item, content } of filled) {
        await writeLink(ctx, tx, order, item, content);
        if (!('keyId' in content)) sent.push({ ...item, content });
      }
      if (!request.onlyThisOrder) await learnFiles(ctx, tx, actorUserId, sent);
      if (later.length > 0) {
        const details = { items: items.length - later.length, links: given.size };
        await recordAudit(ctx, tx, {
          actorUserId,
          action: 'order.links_sent',
          subject: { type: 'order', id: orderId },
          details,
        });
        await deliverPart(ctx, tx, order);
        await tell(ctx, tx, { name: 'order.changed', order });
        return { ok: true as const, order: { id: orderId, status: 'pending' as const } };
      }
      await completeOrder(ctx, tx, order, { actorUserId, items: items.length, links: given.size });
      return { ok: true as const, order: { id: orderId, status: 'completed' as const } };
    });
  },
);

/** null: a linked product or the shop itself filled the item, and staff left it as it was. */
function newContent(
  ctx: Pick<ShopContext, 'settings'>,
  grant: LinkedItem,
  link: string | undefined,
  fileId: string | undefined,
): SoldContent | null {
  if (link !== undefined)
    return link === contentLink(ctx, { ...grant, grant_id: grant.id }) ? null : { link };
  if (fileId !== undefined) return { fileId };
  return isOpen(grant) && grant.ready_key_id !== null ? { keyId: grant.ready_key_id } : null;
}

/** By item, the file that the shop stores for its skin. */
async function findStoredFiles(
  tx: Tx,
  orderId: string,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, { fileId: string; unseen: boolean }>> {
  if (itemIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('grants as item')
    .innerJoin('skin_files as file', 'file.sku', 'item.sku')
    .select(['item.item_id', 'file.file_id', isUnseen.as('unseen')])
    .where('item.order_id', '=', orderId)
    .where('item.item_id', 'in', itemIds)
    .where('file.state', '<>', 'broken')
    .where('file.updating', '=', false)
    .execute();
  return new Map(
    rows.flatMap(({ item_id, file_id: fileId, unseen }) =>
      fileId ? [[item_id, { fileId, unseen }] as const] : [],
    ),
  );
}
