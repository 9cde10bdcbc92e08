import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';
import type { RateLimit } from './rate-limits.ts';

/** The clocks of two machines differ by less, and no call waits for the database so long. */
const DRIFT_SECONDS = 60;

export type RateLimitAnswer = { ok: true } | { ok: false; retryAfterSeconds: number };

/**
 * Takes one token from the bucket of this limit and subject (an account, an address, both). A refused call costs
 * nothing. Never call it inside a transaction of the shop: a rollback would give the token back.
 */
export async function consumeRateLimit(
  ctx: ShopContext,
  limit: RateLimit,
  ...subject: string[]
): Promise<RateLimitAnswer> {
  return consumeRateLimits(ctx, [{ limit, subject }]);
}

/**
 * Takes one token from each bucket, in this order, in one statement, so that simultaneous calls of all processes are
 * counted. The first empty bucket refuses, and the buckets after it do not change.
 */
export async function consumeRateLimits(
  ctx: ShopContext,
  tries: readonly { limit: RateLimit; subject: string[] }[],
): Promise<RateLimitAnswer> {
  const now = ctx.now();
  const buckets = tries.map(({ limit, subject }, position) => ({
    limit,
    key: keyOf(ctx, limit, subject),
    latest: later(now, limit.burst * limit.refillSeconds),
    taken: sql.table(`taken_${position}`),
    before: position === 0 ? null : sql.table(`taken_${position - 1}`),
  }));
  const takings = buckets.map(({ limit, key, latest, taken, before }) => {
    const step = sql`make_interval(secs => ${limit.refillSeconds}::float8)`;
    return sql`${taken} as (
      insert into rate_limits as held (key, full_at)
      select ${key}::text, ${later(now, limit.refillSeconds)}::timestamptz
      ${before ? sql`where exists (select from ${before})` : sql`where true`}
      on conflict (key) do update set full_at = greatest(held.full_at, ${now}::timestamptz) + ${step}
      where greatest(held.full_at, ${now}::timestamptz) + ${step} <= ${latest}::timestamptz
      returning full_at
    )`;
  });
  const answers = buckets.map(
    ({ key, taken }, position) => sql`
      select ${position}::int as position, true as taken, full_at from ${taken}
      union all
      select ${position}::int, false, full_at from rate_limits
      where key = ${key} and not exists (select from ${taken})`,
  );
  const { rows } = await sql<{ position: number; taken: boolean; full_at: Date }>`
    with ${sql.join(takings)} ${sql.join(answers, sql` union all `)}
  `.execute(ctx.db);

  for (const [position, { limit, key, latest }] of buckets.entries()) {
    const row = rows.find((each) => each.position === position);
    if (row?.taken) continue;
    // No row: another call filled the bucket while this statement ran, so the statement cannot see it.
    let fullAt = row?.full_at ?? latest;
    if (fullAt > later(latest, DRIFT_SECONDS)) {
      // A clock that was far ahead wrote this. The bucket is empty, and it fills from now on.
      fullAt = latest;
      await ctx.db
        .updateTable('rate_limits')
        .set({ full_at: latest })
        .where('key', '=', key)
        .where('full_at', '>', latest)
        .execute();
    }
    const waitMs = fullAt.getTime() + limit.refillSeconds * 1000 - latest.getTime();
    return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
  }
  return { ok: true };
}

/** Gives a token back, for a call that should not count. */
export async function restoreRateLimit(
  ctx: ShopContext,
  limit: RateLimit,
  ...subject: string[]
): Promise<void> {
  await restoreRateLimits(ctx, [{ limit, subject }]);
}

/** The same for each bucket that the call took from. */
export async function restoreRateLimits(
  ctx: ShopContext,
  tries: readonly { limit: RateLimit; subject: string[] }[],
): Promise<void> {
  for (const { limit, subject } of tries) {
    await sql`
      update rate_limits set full_at = full_at - make_interval(secs => ${limit.refillSeconds}::float8)
      where key = ${keyOf(ctx, limit, subject)}
    `.execute(ctx.db);
  }
}

/** Empties the count: the person has proved who they are. */
export async function resetRateLimit(
  ctx: ShopContext,
  limit: RateLimit,
  ...subject: string[]
): Promise<void> {
  await ctx.db
    .deleteFrom('rate_limits')
    .where('key', '=', keyOf(ctx, limit, subject))
    .execute();
}

/** A full bucket needs no row. */
export async function deleteFullBuckets(ctx: ShopContext): Promise<void> {
  await ctx.db.deleteFrom('rate_limits').where('full_at', '<', ctx.now()).execute();
}

/** A keyed digest, so that the table has no e-mail or network address. */
function keyOf(ctx: ShopContext, limit: RateLimit, subject: string[]): string {
  const digest = createHmac('sha256', ctx.settings.sealingKey)
    .update(JSON.stringify(subject))
    .digest('base64url');
  return `${limit.name}:${digest.slice(0, 32)}`;
}

function later(date: Date, seconds: number): Date {
  return new Date(date.getTime() + seconds * 1000);
}
