import type { OutwardContext } from '#shop/context.ts';
import { checkContent, type ContentRefusal } from './check-content.ts';
import { deliverItem, type DeliverItemResult, type ItemRequest } from './deliver-item.ts';
import { readWaiting } from './read-waiting.ts';

type Refusal = Extract<DeliverItemResult, { ok: false }>['reason'];

export type DeliverSkinResult =
  | {
      ok: true;
      completed: string[];
      waitingForOthers: string[];
      failed: { id: string; reason: Refusal | 'internal_error' }[];
    }
  | ContentRefusal;

/** One link or stored file for every order that waits for this skin, or for one of them; one transaction for each order. */
export async function deliverSkin(
  ctx: OutwardContext,
  request: Omit<ItemRequest, 'orderId' | 'onlyThisOrder'> & {
    onlyOrderId?: string | undefined;
    asks?: boolean;
  },
): Promise<DeliverSkinResult> {
  const { actorUserId, sku, onlyOrderId } = request;
  const checked = await checkContent(ctx, ctx.db, request);
  if (!checked.ok) return checked;

  const orderIds = onlyOrderId
    ? [onlyOrderId]
    : (await readWaiting(ctx.db, sku)).map(({ orderId }) => orderId);
  const done: Extract<DeliverSkinResult, { ok: true }> = {
    ok: true,
    completed: [],
    waitingForOthers: [],
    failed: [],
  };
  for (const orderId of orderIds) {
    // One order that cannot be written keeps no other from its delivery.
    const result = await deliverItem(ctx, {
      actorUserId,
      sku,
      orderId,
      content: checked.content,
      onlyThisOrder: onlyOrderId !== undefined,
    }).catch((error: unknown) => {
      ctx.log.error('desk.delivery_failed', { orderId, error });
      return { ok: false, reason: 'internal_error' } as const;
    });
    if (!result.ok) done.failed.push({ id: orderId, reason: result.reason });
    else if (result.waits) done.waitingForOthers.push(orderId);
    else done.completed.push(orderId);
  }
  return done;
}
