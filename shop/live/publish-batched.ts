import { setTimeout as sleep } from 'node:timers/promises';
import type { ShopContext } from '#shop/context.ts';
import type { LiveEvent } from './live-event.ts';

const GATHER_MS = 50;

/**
 * For news that nobody waits for and that may be lost with the process: those of a moment go out in one statement.
 * Not in the transaction that makes them true: every commit that notifies waits for every other one that does.
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
