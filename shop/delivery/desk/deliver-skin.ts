import type { OutwardContext } from '#shop/context.ts';
import { checkLink } from '#shop/text/check-link.ts';
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
  | { ok: false; reason: 'invalid_link'; message: string };

/** One link for every order that waits for this skin, or for one of them; one transaction for each order. */
export async function deliverSkin(
  ctx: OutwardContext,
  request: Omit<ItemRequest, 'orderId' | 'onlyThisOrder'> & { onlyOrderId?: string | undefined },
): Promise<DeliverSkinResult> {
  const { onlyOrderId, ...skin } = request;
  const checked = checkLink(request.link);
  if (!checked.ok) return { ok: false, reason: 'invalid_link', message: checked.message };

  const orderIds = onlyOrderId
    ? [onlyOrderId]
    : (await readWaiting(ctx, request)).map(({ orderId }) => orderId);
  const done: Extract<DeliverSkinResult, { ok: true }> = {
    ok: true,
    completed: [],
    waitingForOthers: [],
    failed: [],
  };
  for (const orderId of orderIds) {
    // One order that cannot be written keeps no other from its delivery.
    const result = await deliverItem(ctx, {
      ...skin,
      orderId,
      link: checked.link,
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
