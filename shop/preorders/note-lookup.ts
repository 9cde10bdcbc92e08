import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { nothing, sku } from '#shop/fields.ts';
import { addressGroup } from '#shop/limits/address-group.ts';
import { consumeRateLimit } from '#shop/limits/consume-rate-limit.ts';
import { rateLimits } from '#shop/limits/rate-limits.ts';
import { dayOf } from '#shop/numbers/day-span.ts';
import { operation } from '#shop/operation.ts';

/**
 * Somebody opened the page of a skin without a file, which its scripts say: a program that only reads pages does not
 * count. One person counts once a day; what is kept is a digest of day and person, and nothing of what was typed.
 */
export const noteLookup = operation(
  { id: 'demand.note', who: 'anyone', input: z.object({ sku }), output: nothing, refusals: {} },
  async (ctx, { sku, userId, source }) => {
    const catalog = ctx.catalog.current();
    const isWanted = catalog.findSkin(sku) && !catalog.hasFile(sku);
    const group = addressGroup(source.address);
    if (!isWanted || !(await consumeRateLimit(ctx, rateLimits.lookupAddress, group)).ok)
      return { ok: true as const };
    const person = createHmac('sha256', ctx.settings.sealingKey)
      .update(`lookup ${dayOf(ctx.now())} ${userId ?? group}`)
      .digest('base64url')
      .slice(0, 16);
    await ctx.db
      .insertInto('skin_lookups')
      .values({ sku, person, at: ctx.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return { ok: true as const };
  },
);
