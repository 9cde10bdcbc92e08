import { z } from 'zod';
import { skinKey } from '#shop/catalog/catalog.ts';
import { areKnownSkins } from '#shop/delivery/files/are-known-skins.ts';
import { skinFields } from '#shop/delivery/files/skin-fields.ts';
import { nothing } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';

/** Which skin the clerk has open on the desk, or none. */
export const notePresence = operation(
  {
    id: 'desk.presence',
    who: 'orders.deliver',
    input: z.object(skinFields).partial(),
    output: nothing,
    refusals: { not_found: 404 },
  },
  async (ctx, { actorUserId: userId, championId, skinNum }) => {
    if ((championId === undefined) !== (skinNum === undefined)) return { ok: false, reason: 'malformed' };
    const open = championId !== undefined && skinNum !== undefined ? ([championId, skinNum] as const) : null;
    if (open && !(await areKnownSkins(ctx, [open]))) return { ok: false, reason: 'not_found' };
    const skin = open && skinKey(...open);
    await ctx.publish(ctx.db, { topic: 'staff', event: 'desk', data: { userId, skin } });
    return { ok: true };
  },
);
