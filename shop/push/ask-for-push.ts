import { createHash } from 'node:crypto';
import type { Tx } from '#db/client.server.ts';
import type { OutwardContext } from '#shop/context.ts';
import type { PushNews } from '#shop/jobs.ts';

/** Tells each device of a person, once: asked again, as by a mail that is retried, it is the same job. */
export async function askForPush(ctx: OutwardContext, userId: string | null, news: PushNews): Promise<void> {
  if (userId === null) return;
  const devices = await ctx.db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .execute();
  if (devices.length === 0) return;
  await ctx.transaction(async (tx) => {
    for (const { id } of devices) await enqueuePush(ctx, tx, id, news);
  });
}

export async function enqueuePush(
  ctx: OutwardContext,
  tx: Tx,
  deviceId: string,
  news: PushNews,
): Promise<void> {
  await ctx.enqueue(tx, { name: 'send-push', data: { deviceId, news } }, idOf(deviceId, news));
}

/** The same for the same news to the same device: a UUID of version 8. */
function idOf(deviceId: string, news: PushNews): string {
  const about = 'orderId' in news ? news.orderId : 'patchId' in news ? news.patchId : news.alarm;
  const hex = createHash('sha256').update(`${deviceId} ${news.kind} ${about}`).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return parts.join('-');
}
