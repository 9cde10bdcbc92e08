import { recordAudit } from '#shop/audit/record-audit.ts';
import type { OutwardContext } from '#shop/context.ts';
import { readMoneyOfOrder } from '#shop/states/read-order-money.ts';
import { tell } from '#shop/events/tell.ts';
import { checkLink } from '#shop/text/check-link.ts';
import { learnFiles } from './files/learn-files.ts';
import { writeLink } from './write-link.ts';
import { lockOrder } from '#shop/states/lock-order.ts';

export type ReplaceLinkResult =
  /** `changed` false: the link is the same as before, so no mail is sent. */
  | { ok: true; changed: boolean }
  | { ok: false; reason: 'not_found' | 'not_completed' | 'refunded' | 'invalid_link' };

/**
 * 'Substituir link': replaces one link of a completed order, also in the customer's collection, and tells
 * the customer. The audit log keeps only the hosts, because a download link is the customer's secret.
 */
export async function replaceLink(
  ctx: OutwardContext,
  request: {
    actorUserId: string;
    orderId: string;
    itemId: string;
    link: string;
    /** The shop does not learn the link. */
    onlyThisOrder?: boolean;
  },
): Promise<ReplaceLinkResult> {
  const { actorUserId, orderId, itemId } = request;
  const checked = checkLink(request.link);

  return ctx.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const item = await tx
      .selectFrom('order_items')
      .selectAll()
      .where('id', '=', itemId)
      .where('order_id', '=', orderId)
      .executeTakeFirst();
    if (!order || !item) return { ok: false, reason: 'not_found' };
    if (order.status !== 'completed') return { ok: false, reason: 'not_completed' };
    // Writing the link would return the skin to the collection.
    if ((await readMoneyOfOrder(tx, orderId)).isRefunded) return { ok: false, reason: 'refunded' };
    if (!checked.ok) return { ok: false, reason: 'invalid_link' };
    if (item.download_link === checked.link) return { ok: true, changed: false };

    await writeLink(ctx, tx, order, item, { link: checked.link });
    if (!request.onlyThisOrder) {
      await learnFiles(ctx, tx, actorUserId, [{ ...item, content: { link: checked.link } }]);
    }
    await recordAudit(ctx, tx, {
      actorUserId,
      action: 'order.link_replaced',
      subject: { type: 'order', id: orderId },
      details: {
        itemId,
        oldHost: item.download_link === null ? null : (URL.parse(item.download_link)?.host ?? null),
        newHost: new URL(checked.link).host,
      },
    });
    await tell(ctx, tx, { name: 'order.link_replaced', order, itemId });
    ctx.log.info('order.link_replaced', { orderId, itemId });
    return { ok: true, changed: true };
  });
}
