import { z } from 'zod';
import { areKnownSkins, isKnownChampion } from '#shop/delivery/files/are-known-skins.ts';
import { skinPair } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { releaseOrders } from './release-orders.ts';
import { setPatchState } from './set-patch-state.ts';

/** More skins than any catalogue has. */
const MAX_SKINS = 5000;

/** Marks files as 'em atualização' or as ready, if the shop has heard of every skin that is named. */
export const runPatch = operation(
  {
    id: 'patch.run',
    who: 'patch.manage',
    input: z.object({
      scope: z
        .union([
          z.strictObject({ all: z.literal(true) }),
          z.strictObject({ game: z.literal(true) }),
          z.strictObject({ championId: z.string().min(1).max(100) }),
          z.strictObject({
            skins: z.array(skinPair).min(1).max(MAX_SKINS),
          }),
        ])
        .meta({ examples: [{ skins: [['Sona', 1]] }] }),
      state: z.enum(['updating', 'ready']).meta({ examples: ['ready'] }),
      notify: z.boolean().default(false),
    }),
    output: z.object({ skins: z.number(), owners: z.number() }),
    refusals: { not_found: 404 },
    limit: 'patch-day',
  },
  async (ctx, request) => {
    const { scope, state } = request;
    const isKnown =
      'championId' in scope
        ? await isKnownChampion(ctx, scope.championId)
        : await areKnownSkins(ctx, 'skins' in scope ? scope.skins : []);
    if (!isKnown) return { ok: false, reason: 'not_found' };
    const done = await setPatchState(ctx, request);
    if (('all' in scope || 'game' in scope) && state === 'updating')
      await ctx.db.updateTable('patch_drafts').set({ state: 'marked' }).where('state', '=', 'open').execute();
    // The job would do it too, some seconds later.
    if (state === 'ready') ctx.inBackground('release_orders', () => releaseOrders(ctx));
    return { ok: true as const, ...done };
  },
);
