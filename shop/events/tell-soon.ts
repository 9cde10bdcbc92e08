import { setTimeout as sleep } from 'node:timers/promises';
import type { ShopContext } from '#shop/context.ts';
import type { Change } from './shop-event.ts';
import { tellChange } from './tell.ts';

const GATHER_MS = 50;

/**
 * For changes that nobody waits for and that may be lost with the process. The changes of 50 ms go out in one
 * statement. It does not run in the transaction that causes the change, because commits with a notification wait for
 * one another.
 */
export function tellSoon(ctx: ShopContext, change: Change): void {
  const { memory } = ctx;
  if (memory.waitingNews) {
    memory.waitingNews.push(change);
    return;
  }
  const changes = [change];
  memory.waitingNews = changes;
  ctx.inBackground('publish_soon', async () => {
    await sleep(GATHER_MS);
    memory.waitingNews = null;
    await tellChange(ctx, ctx.db, ...changes);
  });
}
