import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';
import type { Limit } from './limits.ts';

export type Try = { ok: true } | { ok: false; retryAfterSeconds: number };

/**
 * Takes one try out of the bucket of this limit and subject (an account, an address, both), in one statement:
 * whatever comes in at the same moment, in whichever process, is counted. A refused try costs nothing.
 * Never inside a transaction of the shop, whose rollback would give the try back.
 */
export async function takeTry(ctx: ShopContext, limit: Limit, ...subject: string[]): Promise<Try> {
  const now = ctx.now();
  const key = keyOf(ctx, limit, subject);
  const step = sql`make_interval(secs => ${limit.refillSeconds}::float8)`;
  const latest = later(now, limit.burst * limit.refillSeconds);
  const { rows } = await sql<{ taken: boolean; full_at: Date }>`
    with taken as (
      insert into rate_limits as held (key, full_at) values (${key}, ${later(now, limit.refillSeconds)}::timestamptz)
      on conflict (key) do update set full_at = greatest(held.full_at, ${now}::timestamptz) + ${step}
      where greatest(held.full_at, ${now}::timestamptz) + ${step} <= ${latest}::timestamptz
      returning full_at
    )
    select true as taken, full_at from taken
    union all
    select false, full_at from rate_limits where key = ${key} and not exists (select from taken)
  `.execute(ctx.db);
  const row = rows[0];
  if (row?.taken) return { ok: true };
  // No row at all: the bucket was filled while this statement ran, and cannot be seen by it.
  const fullAt = row?.full_at ?? latest;
  const waitMs = fullAt.getTime() + limit.refillSeconds * 1000 - latest.getTime();
  return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
}

/** For a try that turned out to need no limit. */
export async function giveTryBack(ctx: ShopContext, limit: Limit, ...subject: string[]): Promise<void> {
  await sql`
    update rate_limits set full_at = full_at - make_interval(secs => ${limit.refillSeconds}::float8)
    where key = ${keyOf(ctx, limit, subject)}
  `.execute(ctx.db);
}

/** All tries are back at once: whoever was asked has proved to be the right one. */
export async function forgetTries(ctx: ShopContext, limit: Limit, ...subject: string[]): Promise<void> {
  await ctx.db
    .deleteFrom('rate_limits')
    .where('key', '=', keyOf(ctx, limit, subject))
    .execute();
}

/** Rows that say nothing any more. */
export async function forgetOldTries(ctx: ShopContext): Promise<void> {
  await ctx.db.deleteFrom('rate_limits').where('full_at', '<', ctx.now()).execute();
}

/** E-mail and network addresses are not kept for this, only what recognises them again. */
function keyOf(ctx: ShopContext, limit: Limit, subject: string[]): string {
  const digest = createHmac('sha256', ctx.settings.sealingKey)
    .update(JSON.stringify(subject))
    .digest('base64url');
  return `${limit.name}:${digest.slice(0, 32)}`;
}

function later(date: Date, seconds: number): Date {
  return new Date(date.getTime() + seconds * 1000);
}
