import { recordAudit } from '#shop/audit/record-audit.ts';
import type { OutwardContext } from '#shop/context.ts';
import { completeOrder, deliverPart } from '#shop/delivery/complete-order.ts';
import type { SkinContent } from '#shop/delivery/files/stored-file.ts';
import { learnFiles } from '#shop/delivery/files/learn-files.ts';
import { readLinkedItems } from '#shop/delivery/read-linked-items.ts';
import { writeLink } from '#shop/delivery/write-link.ts';
import { tell } from '#shop/events/tell.ts';
import { isOpen } from '#shop/states/grant-state.ts';
import { lockOrder } from '#shop/states/lock-order.ts';
import { refuseDelivery, type DeliveryRefusal } from '#shop/states/why-waits.ts';

export type DeliverItemResult =
  /** `waits`: another skin of the order has no link yet, and was not sold ahead. Until then its buyer sees none. */
  | { ok: true; waits: boolean }
  /** `already_filled`: another clerk was faster, or the order never had this skin. */
  | { ok: false; reason: 'not_found' | 'already_filled' | DeliveryRefusal };

export interface ItemRequest {
  actorUserId: string;
  orderId: string;
  sku: string;
  /** Checked by the caller. */
  content: SkinContent;
  onlyThisOrder: boolean;
}

/** Gives one skin of one order its link. The last one completes the order. */
export async function deliverItem(ctx: OutwardContext, request: ItemRequest): Promise<DeliverItemResult> {
  const { actorUserId, orderId, sku, content } = request;
  return ctx.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return { ok: false, reason: 'not_found' };
    const reason = await refuseDelivery(tx, order);
    if (reason) return { ok: false, reason };

    const items = await readLinkedItems(tx, orderId);
    const open = items.filter(isOpen);
    const item = open.find((one) => one.sku === sku);
    if (!item) return { ok: false, reason: 'already_filled' };
    if (item.refunding) return { ok: false, reason: 'being_refunded' };
    // The nightly cleaning of unused files waits for this order, or was faster than the clerk.
    if ('fileId' in content)
      await tx
        .selectFrom('files')
        .select('id')
        .where('id', '=', content.fileId)
        .forKeyShare()
        .executeTakeFirstOrThrow();
    await writeLink(ctx, tx, order, item, content);
    if (!request.onlyThisOrder) await learnFiles(ctx, tx, actorUserId, [{ ...item, content }]);
    if (open.length === 1) {
      await completeOrder(ctx, tx, order, { actorUserId, items: items.length, links: 1 });
      return { ok: true, waits: false };
    }
    await recordAudit(ctx, tx, {
      actorUserId,
      action: 'order.link_filled',
      subject: { type: 'order', id: orderId },
      details: { itemId: item.item_id },
    });
    const isAhead = open.every((other) => other === item || other.waits_for === 'release' || other.refunding);
    if (isAhead) await deliverPart(ctx, tx, order);
    await tell(ctx, tx, { name: 'order.changed', order });
    return { ok: true, waits: !isAhead };
  });
}
