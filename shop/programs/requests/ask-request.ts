import type { ShopContext } from '#shop/context.ts';
import { sealText } from '#shop/secrets/seal-text.ts';
import type { RequestInput } from './request.ts';

/** Somebody who starts in the morning finds what was asked in the evening. */
const HOURS = 24;
/** So that nobody has to read a flood of them. */
const MOST_WAITING = 50;

/** Keeps what a program asks for until a person decides. null: too many of this key are waiting. */
export async function keepRequest(
  ctx: ShopContext,
  asked: { keyId: string; operation: string; input: RequestInput; reason: string },
): Promise<string | null> {
  const now = ctx.now();
  const { keyId, operation, reason } = asked;
  return ctx.transaction(async (tx) => {
    // One after the other, for the count.
    await tx.selectFrom('api_keys').select('id').where('id', '=', keyId).forUpdate().execute();
    const waiting = await tx
      .selectFrom('assistant_requests')
      .select('id')
      .where('key_id', '=', keyId)
      .where('state', '=', 'waiting')
      .where('expires_at', '>', now)
      .limit(MOST_WAITING)
      .execute();
    if (waiting.length >= MOST_WAITING) return null;
    const { id } = await tx
      .insertInto('assistant_requests')
      .values({
        key_id: keyId,
        operation,
        // It may hold keys that are sold, and secret settings.
        input: sealText(ctx.settings.sealingKey, JSON.stringify(asked.input)),
        reason,
        created_at: now,
        expires_at: new Date(now.getTime() + HOURS * 3600_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}
