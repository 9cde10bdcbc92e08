import { z } from 'zod';
import { nothing } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { saveSettings } from '#shop/settings/save-settings.ts';

/** What is on sale: the setting `catalogSources`, as the boxes of a form say it. */
export const chooseSources = operation(
  {
    id: 'catalogs.choose',
    who: 'catalog',
    input: z.object({ sources: z.array(z.string().max(60)).max(50).optional() }),
    output: nothing,
    refusals: {},
    limit: 'change-settings',
  },
  async (ctx, { actorUserId, sources = [] }) => {
    const saved = await saveSettings(ctx, { actorUserId, entries: { catalogSources: sources } });
    if (!saved.ok)
      return { ok: false, reason: 'invalid', fields: { sources: saved.fields.catalogSources ?? '' } };
    // Who leaves it as it is has chosen too, and the first steps ask no more.
    await ctx.db
      .insertInto('settings')
      .values({
        key: 'catalogSources',
        value: JSON.stringify(sources),
        updated_at: ctx.now(),
        updated_by: actorUserId,
      })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
    return { ok: true as const };
  },
);
