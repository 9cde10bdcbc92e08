import { z } from 'zod';
import { skinKey } from '#shop/catalog/sku.ts';
import { areKnownSkins } from '#shop/delivery/files/are-known-skins.ts';
import { nothing, sku } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';

/** Which skin the clerk has open on the desk, or none. */
export const notePresence = operation(
  {
    id: 'desk.presence',
    who: 'orders.deliver',
    input: z.object({ sku: sku.optional() }),
    output: nothing,
    refusals: { not_found: 404 },
  },
  async (ctx, { actorUserId: userId, sku }) => {
    if (sku !== undefined && !(await areKnownSkins(ctx, [sku]))) return { ok: false, reason: 'not_found' };
    const skin = sku === undefined ? null : skinKey(sku);
    await ctx.publish(ctx.db, { topic: 'staff', event: 'desk', data: { userId, skin } });
    return { ok: true };
  },
);
