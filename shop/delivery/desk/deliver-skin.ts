import type { OutwardContext } from '#shop/context.ts';
import { readKeptFiles, type SkinContent } from '#shop/delivery/files/kept-file.ts';
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
  | { ok: false; reason: 'invalid_link' | 'unknown_file'; message: string };

/** One link or kept file for every order that waits for this skin, or for one of them; one transaction for each order. */
export async function deliverSkin(
  ctx: OutwardContext,
  request: Omit<ItemRequest, 'orderId' | 'onlyThisOrder'> & { onlyOrderId?: string | undefined },
): Promise<DeliverSkinResult> {
  const { onlyOrderId, content, ...skin } = request;
  const checked = await checkContent(ctx, content);
  if (!checked.ok) return checked;

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

async function checkContent(
  ctx: OutwardContext,
  content: SkinContent,
): Promise<{ ok: true; content: SkinContent } | Extract<DeliverSkinResult, { ok: false }>> {
  if ('link' in content) {
    const checked = checkLink(content.link);
    return checked.ok
      ? { ok: true, content: { link: checked.link } }
      : { ok: false, reason: 'invalid_link', message: checked.message };
  }
  const kept = await readKeptFiles(ctx.db, [content.fileId]);
  if (kept.size > 0) return { ok: true, content };
  return { ok: false, reason: 'unknown_file', message: 'Este arquivo não está na loja. Envie de novo.' };
}
