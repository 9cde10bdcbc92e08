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
/** One that is at work says so: a large file takes longer. */
const AT_WORK_EVERY_MS = 20_000;
/** An older answer is no answer any more; its row goes at night. */
const KEPT_MS = 24 * 3_600_000;

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
          .doUpdateSet({ created_at: now, digest, status: null, body: null })
          .where(({ and, eb, or }) => {
            const isOlder = (ms: number) => eb('api_answers.created_at', '<', new Date(now.getTime() - ms));
            return or([and([eb('api_answers.status', 'is', null), isOlder(GIVEN_UP_MS)]), isOlder(KEPT_MS)]);
          }),
      )
      .returning('created_at')
      .executeTakeFirst();
    if (begun) return keepAnswer(ctx, { ...mine, created_at: now }, isFile ? [400, 429] : [429], act);
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
  mine: { key_id: string; request_key: string; created_at: Date },
  forgotten: readonly number[],
  act: () => Promise<Answer>,
): Promise<Answer> {
  // Another call may have taken its place, which is none of this one's then.
  const change = async (values: { created_at?: Date; status?: number; body?: string }) => {
    const answers = ctx.db.updateTable('api_answers').set(values);
    const { numUpdatedRows } = await answers.where((eb) => eb.and(mine)).executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) Object.assign(mine, values.created_at && { created_at: values.created_at });
  };
  const forget = () =>
    ctx.db
      .deleteFrom('api_answers')
      .where((eb) => eb.and(mine))
      .execute();
  let told = Promise.resolve();
  const isAtWork = setInterval(() => {
    told = told.then(() => change({ created_at: ctx.now() })).catch(() => {});
  }, AT_WORK_EVERY_MS);
  const answer = await act()
    .finally(() => {
      clearInterval(isAtWork);
      return told;
    })
    .catch(async (error: unknown) => {
      await forget();
      throw error;
    });
  if (answer.status >= 500 || forgotten.includes(answer.status)) await forget();
  // It may hold a secret that is told once, such as a webhook's.
  else await change({ status: answer.status, body: sealText(ctx.settings.sealingKey, answer.body) });
  return answer;
}
