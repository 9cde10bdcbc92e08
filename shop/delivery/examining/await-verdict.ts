import { setTimeout as sleep } from 'node:timers/promises';
import type { ShopContext } from '#shop/context.ts';

const ASKED_MS = 50;
const MOST_ASKED = 100;

/**
 * Whoever has just put a file in waits some seconds for what is in it: most are looked into by then, and the answer has
 * the verdict. A large one goes on being looked into.
 */
export async function awaitVerdict(ctx: ShopContext, fileId: string): Promise<void> {
  for (let asked = 0; asked < MOST_ASKED; asked++) {
    const file = await ctx.db
      .selectFrom('files')
      .select(['verdict', 'reasons'])
      .where('id', '=', fileId)
      .executeTakeFirst();
    if (!file || file.verdict !== null || file.reasons.length > 0) return;
    await sleep(ASKED_MS);
  }
}
