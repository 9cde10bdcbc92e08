import { sql } from 'kysely';
import { z } from 'zod';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { announceCatalog } from '#shop/catalog/announce-catalog.ts';
import { shelfOf } from '#shop/catalog/shelves.ts';
import { nothing } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { lockSettings, readCurrentSettings, writeSettings } from '#shop/settings/write-settings.ts';
import { catalogId } from './catalog-id.ts';
import { skuPrefix } from './draft.ts';
import { forgetItemPictures, listDigests, listTriedDigests } from './forget-item-pictures.ts';
import { isSold } from './write-items.ts';

/** Takes a catalogue away. What was sold of it stays sold, with its name and picture. */
export const deleteCatalog = operation(
  {
    id: 'catalogs.delete',
    who: 'catalog',
    input: z.object({ catalogId }),
    output: nothing,
    /** `last_source`: nothing would be on sale. */
    refusals: { not_found: 404, last_source: 409 },
    limit: 'keep-catalog',
  },
  async (ctx, { actorUserId, catalogId }) => {
    const done = await ctx.transaction(async (tx) => {
      await lockSettings(tx);
      const { catalogSources } = await readCurrentSettings(ctx, tx);
      const left = catalogSources.filter((source) => source !== shelfOf(catalogId));
      if (left.length === 0) return { ok: false as const, reason: 'last_source' as const };
      const before = [...(await listDigests(tx, catalogId)), ...(await listTriedDigests(tx, catalogId))];
      const { numDeletedRows } = await tx
        .deleteFrom('catalogs')
        .where('id', '=', catalogId)
        .executeTakeFirst();
      if (numDeletedRows === 0n) return { ok: false as const, reason: 'not_found' as const };
      await sql`
        delete from item_pictures
        where sku ^@ ${skuPrefix(catalogId)} and not ${isSold(sql`item_pictures.sku`)}`.execute(tx);
      if (left.length < catalogSources.length)
        await writeSettings(ctx, tx, { values: { catalogSources: left }, actorUserId });
      await recordAudit(ctx, tx, {
        actorUserId,
        action: 'catalog.deleted',
        subject: { type: 'catalog', id: catalogId },
      });
      await announceCatalog(ctx, tx, { version: catalogId });
      return { ok: true as const, before };
    });
    if (!done.ok) return done;
    await ctx.reloadSettings();
    forgetItemPictures(ctx, done.before);
    return { ok: true as const };
  },
);
