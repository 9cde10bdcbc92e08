import type { Tx } from '#db/client.server.ts';
import type { OrderItemRow } from '#db/schema.ts';
import type { OutwardContext } from '#shop/context.ts';
import { checkLink } from '#shop/text/check-link.ts';
import { completeOrder } from './complete-order.ts';
import type { SkinContent } from './files/stored-file.ts';
import { learnFiles, type LearnedFile } from './files/learn-files.ts';
import { refuseDelivery, type DeliveryRefusal } from './refuse-delivery.ts';
import { writeLink } from './write-link.ts';
import { lockOrder } from '#shop/states/lock-order.ts';

export type SendLinksResult =
  | { ok: true; orderId: string }
  | { ok: false; reason: 'not_found' | DeliveryRefusal }
  /** `itemIds`: the items concerned. */
  | { ok: false; reason: 'missing_links' | 'unknown_item' | 'invalid_link'; itemIds: string[] };

/**
 * Gives every item of a paid order its link and completes the order. One transaction, so that a failure
 * changes nothing; one winner, so that the customer gets one mail. An item that a linked product filled keeps its
 * link unless staff give another. An item that the buyer owned before needs none. A free charge has no items and is
 * completed with `{}`.
 */
export async function sendLinks(
  ctx: OutwardContext,
  request: {
    actorUserId: string;
    orderId: string;
    links: Readonly<Record<string, string>>;
    /** Items that get the file that the shop stores for their skin. A link is the stronger word. */
    storedFiles?: readonly string[];
    /** 'Só para este pedido': the shop does not learn the links. */
    onlyThisOrder?: boolean;
  },
): Promise<SendLinksResult> {
  const { actorUserId, orderId } = request;
  const given = new Map(Object.entries(request.links).filter(([, text]) => text.trim() !== ''));

  return ctx.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return { ok: false, reason: 'not_found' };
    const refusal = await refuseDelivery(tx, order);
    if (refusal) return { ok: false, reason: refusal };

    const items = await tx
      .selectFrom('order_items')
      .selectAll()
      .where('order_id', '=', orderId)
      .orderBy('position')
      .execute();
    const asked = [...Object.keys(request.links), ...(request.storedFiles ?? [])];
    const unknown = asked.filter((id) => !items.some((item) => item.id === id));
    if (unknown.length > 0) return { ok: false, reason: 'unknown_item', itemIds: unknown };
    const stored = await findStoredFiles(tx, orderId, request.storedFiles ?? []);
    const missing = items.filter(
      (item) => item.kept && item.download_link === null && !given.has(item.id) && !stored.has(item.id),
    );
    if (missing.length > 0)
      return { ok: false, reason: 'missing_links', itemIds: missing.map((item) => item.id) };
    const invalid = [...given].filter(([, text]) => !checkLink(text).ok);
    if (invalid.length > 0) return { ok: false, reason: 'invalid_link', itemIds: invalid.map(([id]) => id) };

    const sent: LearnedFile[] = [];
    for (const item of items) {
      const content = newContent(item, given.get(item.id)?.trim(), stored.get(item.id));
      if (!content) continue;
      await writeLink(ctx, tx, order, item, content);
      sent.push({ ...item, content });
    }
    if (!request.onlyThisOrder) await learnFiles(ctx, tx, actorUserId, sent);
    await completeOrder(ctx, tx, order, { actorUserId, items: items.length, links: given.size });
    return { ok: true, orderId };
  });
}

/** null: a linked product or the shop itself filled the item, and staff left it as it was. */
function newContent(
  item: OrderItemRow,
  link: string | undefined,
  fileId: string | undefined,
): SkinContent | null {
  if (link !== undefined) return link === item.download_link ? null : { link };
  return fileId === undefined ? null : { fileId };
}

/** By item, the file that the shop stores for its skin. */
async function findStoredFiles(
  tx: Tx,
  orderId: string,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (itemIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('order_items as item')
    .innerJoin('skin_files as file', (join) =>
      join.onRef('file.champion_id', '=', 'item.champion_id').onRef('file.skin_num', '=', 'item.skin_num'),
    )
    .select(['item.id', 'file.file_id'])
    .where('item.order_id', '=', orderId)
    .where('item.id', 'in', itemIds)
    .where('file.state', '<>', 'broken')
    .where('file.updating', '=', false)
    .execute();
  return new Map(rows.flatMap(({ id, file_id }) => (file_id ? [[id, file_id] as const] : [])));
}
