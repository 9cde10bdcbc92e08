import type { Tx } from '#db/client.server.ts';
import type { OrderItemRow } from '#db/schema.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { OutwardContext } from '#shop/context.ts';
import { moveOrder } from '#shop/states/move-order.ts';
import { readMoneyOfOrder } from '#shop/states/read-order-money.ts';
import { announceOrder } from '#shop/states/announce-order.ts';
import { checkLink } from '#shop/text/check-link.ts';
import { learnLinks, type LearnedLink } from './files/learn-links.ts';
import { writeLink } from './write-link.ts';

export type SendLinksResult =
  | { ok: true; orderId: string }
  | {
      ok: false;
      reason:
        | 'not_found'
        | 'already_completed'
        | 'not_payable_state'
        | 'being_refunded'
        | 'payment_under_review';
    }
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
    if (order.status === 'completed') return { ok: false, reason: 'already_completed' };
    if (order.status !== 'pending') return { ok: false, reason: 'not_payable_state' };
    // A refund of everything was requested first: a refunded buyer does not get the skins.
    if ((await readMoneyOfOrder(tx, orderId)).isPromisedBack) return { ok: false, reason: 'being_refunded' };
    if (await isDoubted(tx, orderId)) return { ok: false, reason: 'payment_under_review' };

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
    if (!(await moveOrder(tx, orderId, 'completed', ctx.now()))) {
      throw new Error(`Order ${orderId} left 'pending' under its own row lock: somebody writes without it.`);
    }
    await recordAudit(ctx, tx, {
      actorUserId,
      action: 'order.links_sent',
      subject: { type: 'order', id: orderId },
      details: { items: items.length, links: given.size },
    });
    await ctx.enqueue(tx, { name: 'mail-links-delivered', data: { orderId } });
    await announceOrder(ctx, tx, { ...order, status: 'completed' });
    ctx.log.info('order.links_sent', { orderId, items: items.length });
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

/**
 * The payment was confirmed, and then a notice of the provider named another amount: staff decide first (ruling 26).
 */
async function isDoubted(tx: Tx, orderId: string): Promise<boolean> {
  const charge = await tx
    .selectFrom('charges')
    .select('id')
    .where('order_id', '=', orderId)
    .where('status', '=', 'held')
    .where('doubted_at', 'is not', null)
    .executeTakeFirst();
  return charge !== undefined;
}
