import type { OrderItemRow } from '#db/schema.ts';
import type { OutwardContext } from '#shop/context.ts';
import { checkLink } from '#shop/text/check-link.ts';
import { completeOrder } from './complete-order.ts';
import { learnLinks, type LearnedLink } from './files/learn-links.ts';
import { refuseDelivery, type DeliveryRefusal } from './refuse-delivery.ts';
import { writeLink } from './write-link.ts';

export type SendLinksResult =
  | { ok: true; orderId: string }
  | { ok: false; reason: 'not_found' | DeliveryRefusal }
  /** `itemIds`: the items concerned. */
  | { ok: false; reason: 'missing_links' | 'unknown_item' | 'invalid_link'; itemIds: string[] };

/**
 * Gives every item of a paid order its link and completes the order (ruling 9). One transaction, so that a failure
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
    /** 'Só para este pedido': the shop does not learn the links. */
    onlyThisOrder?: boolean;
  },
): Promise<SendLinksResult> {
  const { actorUserId, orderId } = request;
  const given = new Map(Object.entries(request.links).filter(([, text]) => text.trim() !== ''));

  return ctx.transaction(async (tx) => {
    const order = await tx
      .selectFrom('orders')
      .select(['id', 'user_id', 'status'])
      .where('id', '=', orderId)
      .forUpdate()
      .executeTakeFirst();
    if (!order) return { ok: false, reason: 'not_found' };
    const refusal = await refuseDelivery(tx, order);
    if (refusal) return { ok: false, reason: refusal };

    const items = await tx
      .selectFrom('order_items')
      .selectAll()
      .where('order_id', '=', orderId)
      .orderBy('position')
      .execute();
    const unknown = Object.keys(request.links).filter((id) => !items.some((item) => item.id === id));
    if (unknown.length > 0) return { ok: false, reason: 'unknown_item', itemIds: unknown };
    const missing = items.filter((item) => item.kept && item.download_link === null && !given.has(item.id));
    if (missing.length > 0)
      return { ok: false, reason: 'missing_links', itemIds: missing.map((item) => item.id) };
    const invalid = [...given].filter(([, text]) => !checkLink(text).ok);
    if (invalid.length > 0) return { ok: false, reason: 'invalid_link', itemIds: invalid.map(([id]) => id) };

    for (const item of items) {
      const text = given.get(item.id);
      if (text !== undefined) await writeLink(ctx, tx, order, item, text.trim());
    }
    if (!request.onlyThisOrder) await learnLinks(ctx, tx, actorUserId, newLinks(items, given));
    await completeOrder(ctx, tx, order, { actorUserId, items: items.length, links: given.size });
    return { ok: true, orderId };
  });
}

/** What a linked product filled, and staff left as it was, is no link of theirs. */
function newLinks(items: OrderItemRow[], given: ReadonlyMap<string, string>): LearnedLink[] {
  return items.flatMap((item) => {
    const link = given.get(item.id)?.trim();
    return link === undefined || link === item.download_link ? [] : [{ ...item, link }];
  });
}
