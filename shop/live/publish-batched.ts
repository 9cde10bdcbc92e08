import { setTimeout as sleep } from 'node:timers/promises';
import type { ShopContext } from '#shop/context.ts';
import type { LiveEvent } from './live-event.ts';

const GATHER_MS = 50;

/**
 * For events that nobody waits for and that may be lost with the process. The events of 50 ms go out in one
 * statement. It does not run in the transaction that causes the event, because commits with a notification wait for
 * one another.
 */
export function publishBatched(ctx: ShopContext, event: LiveEvent): void {
  const { memory } = ctx;
  if (memory.waitingNews) {
    memory.waitingNews.push(event);
    return;
  }
  const news = [event];
  memory.waitingNews = news;
  ctx.inBackground('publish_soon', async () => {
    await sleep(GATHER_MS);
    memory.waitingNews = null;
    await ctx.publish(ctx.db, ...news);
  });
}
