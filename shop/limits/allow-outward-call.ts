import type { OutwardContext, ShopContext } from '#shop/context.ts';
import { addressGroup } from './address-group.ts';
import { OUTWARD_CALLS, type OutwardCall, type OutwardCallName } from './outward-calls.ts';
import { consumeRateLimits } from './consume-rate-limit.ts';

export type OutwardCallAnswer = { ok: true; ctx: OutwardContext } | { ok: false; retryAfterSeconds: number };

/**
 * A request may call another system only through this function (docs/limits.md). It takes a token
 * from each bucket of the row and returns the context with the outward calls. Never call it inside a transaction of
 * the shop.
 */
export async function allowOutwardCall(
  ctx: ShopContext,
  name: OutwardCallName,
  /** `address`: the network address of the visitor. */
  caller: { userId?: string; address?: string },
): Promise<OutwardCallAnswer> {
  const call: OutwardCall = OUTWARD_CALLS[name];
  // What a program does takes nothing from the person who made its key.
  const userId = ctx.program ? `key:${ctx.program.keyId}` : caller.userId;
  const tries = call.limits.map(({ by, limit }) => ({
    limit,
    subject: subjectOf(name, by, { ...caller, ...(userId !== undefined && { userId }) }),
  }));
  const taken = tries.length === 0 ? { ok: true as const } : await consumeRateLimits(ctx, tries);
  if (!taken.ok) {
    ctx.log.warn('limit.refused', { call: name, userId: caller.userId });
    return taken;
  }
  return { ok: true, ctx: ctx as OutwardContext };
}

function subjectOf(
  name: OutwardCallName,
  by: OutwardCall['limits'][number]['by'],
  { userId, address }: { userId?: string; address?: string },
): string[] {
  if (by === 'account' && userId !== undefined) return [userId];
  if (by === 'network address' && address !== undefined) return [addressGroup(address)];
  if (by === 'account here' && userId !== undefined && address !== undefined)
    return [userId, addressGroup(address)];
  if (by === 'everybody') return [];
  throw new Error(
    `'${name}' is limited by ${by}, which its caller did not name (shop/limits/outward-calls.ts).`,
  );
}
