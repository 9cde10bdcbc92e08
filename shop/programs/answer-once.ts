import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ShopContext } from '#shop/context.ts';
import { sealText, tryUnseal } from '#shop/secrets/seal-text.ts';

export interface Answer {
  status: number;
  body: string;
  /** Of one that asks to come again; it is not kept. */
  retryAfter?: string | null;
}

const LOOK_EVERY_MS = 100;
/** A first call that has not answered by then was killed. */
const GIVEN_UP_MS = 60_000;

/**
 * The same call again, by the key that its program gave it, is answered as the first one was, and a twin at the same moment
 * waits for it. An answer that is no answer of the shop (5xx), that asks to come again (429), or that a file did not come
 * whole (400), is forgotten, so that the next try acts. null: the key stood on another call, or with another
 * AUTH_SECRET.
 */
export async function answerOnce(
  ctx: ShopContext,
  { keyId, requestKey, call, isFile }: { keyId: string; requestKey: string; call: string; isFile: boolean },
  act: () => Promise<Answer>,
): Promise<Answer | null> {
  const digest = createHash('sha256').update(call).digest('hex');
  const mine = { key_id: keyId, request_key: requestKey };
  for (;;) {
    const now = ctx.now();
    const begun = await ctx.db
      .insertInto('api_answers')
      .values({ ...mine, digest, created_at: now })
      .onConflict((conflict) =>
        conflict
          .columns(['key_id', 'request_key'])
          .doUpdateSet({ created_at: now, digest })
          .where('api_answers.status', 'is', null)
          .where('api_answers.created_at', '<', new Date(now.getTime() - GIVEN_UP_MS)),
      )
      .returning('created_at')
      .executeTakeFirst();
    if (begun) return keepAnswer(ctx, mine, isFile ? [400, 429] : [429], act);
    const { key_id, request_key } = mine;
    const first = await ctx.db
      .selectFrom('api_answers')
      .select(['digest', 'status', 'body'])
      .where((eb) => eb.and({ key_id, request_key }))
      .executeTakeFirst();
    if (first && first.digest !== digest) return null;
    if (first?.status) {
      const body = tryUnseal(ctx.settings.sealingKey, first.body ?? '');
      return body === null ? null : { status: first.status, body };
    }
    await sleep(LOOK_EVERY_MS);
  }
}

async function keepAnswer(
  ctx: ShopContext,
  mine: { key_id: string; request_key: string },
  forgotten: readonly number[],
  act: () => Promise<Answer>,
): Promise<Answer> {
  const { key_id, request_key } = mine;
  const forget = () =>
    ctx.db
      .deleteFrom('api_answers')
      .where((eb) => eb.and({ key_id, request_key }))
      .execute();
  const answer = await act().catch(async (error: unknown) => {
    await forget();
    throw error;
  });
  if (answer.status >= 500 || forgotten.includes(answer.status)) await forget();
  else
    await ctx.db
      .updateTable('api_answers')
      // It may hold a secret that is told once, such as a webhook's.
      .set({ status: answer.status, body: sealText(ctx.settings.sealingKey, answer.body) })
      .where((eb) => eb.and({ key_id, request_key }))
      .execute();
  return answer;
}
