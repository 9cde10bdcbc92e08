import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '#db/client.server.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { announceCatalog } from '#shop/catalog/announce-catalog.ts';
import { shelfOf } from '#shop/catalog/shelves.ts';
import type { ShopContext } from '#shop/context.ts';
import { operation } from '#shop/operation.ts';
import { lockSettings, readCurrentSettings, writeSettings } from '#shop/settings/write-settings.ts';
import { catalogId } from './catalog-id.ts';
import { draftSchema, skuPrefix, type Draft } from './draft.ts';
import { forgetItemPictures, listDigests } from './forget-item-pictures.ts';
import { readCatalogs } from './list-catalogs.ts';
import { shownCatalog } from './shown-catalog.ts';
import { writeItems } from './write-items.ts';

/** Puts what was tried on sale, in the place of what this catalogue had. What was sold stays sold. */
export const publishCatalog = operation(
  {
    id: 'catalogs.publish',
    who: 'catalog',
    input: z.object({ catalogId }),
    output: shownCatalog,
    refusals: { not_found: 404, has_problems: 422 },
    limit: 'keep-catalog',
  },
  async (ctx, { actorUserId, catalogId }) => {
    const done = await ctx.transaction(async (tx) => {
      // In the order in which a catalogue is deleted.
      await lockSettings(tx);
      const row = await tx
        .selectFrom('catalogs')
        .select(['draft', 'published_at', 'item_count', 'problems'])
        .where('id', '=', catalogId)
        .forUpdate()
        .executeTakeFirst();
      if (!row) return { ok: false as const, reason: 'not_found' as const };
      // Whoever asks twice finds done what they wanted.
      if (row.draft === null)
        return row.published_at && (row.problems as object[]).length === 0
          ? { ok: true as const, before: [] }
          : { ok: false as const, reason: 'has_problems' as const };
      const before = await listDigests(tx, catalogId);
      const draft = draftSchema.parse(row.draft);
      await moveCoupons(ctx, tx, { actorUserId, catalogId, draft });
      await publishDraft(tx, catalogId, draft);
      await tx
        .updateTable('catalogs')
        .set({ draft: null, published_at: ctx.now() })
        .where('id', '=', catalogId)
        .execute();
      const { catalogSources } = await readCurrentSettings(ctx, tx);
      // Of one that is published again, staff have decided whether it is on sale.
      if (row.published_at === null && !catalogSources.includes(shelfOf(catalogId))) {
        const values = { catalogSources: [...catalogSources, shelfOf(catalogId)] };
        await writeSettings(ctx, tx, { values, actorUserId });
      }
      await recordAudit(ctx, tx, {
        actorUserId,
        action: 'catalog.published',
        subject: { type: 'catalog', id: catalogId },
        details: { items: row.item_count },
      });
      await announceCatalog(ctx, tx, { version: catalogId });
      return { ok: true as const, before };
    });
    if (!done.ok) return done;
    await ctx.reloadSettings();
    forgetItemPictures(ctx, done.before);
    const [catalog] = await readCatalogs(ctx.db, catalogId);
    return catalog ?? { ok: false, reason: 'not_found' };
  },
);

async function publishDraft(tx: Tx, catalogId: string, { groups }: Draft): Promise<void> {
  await tx.deleteFrom('champions').where('catalog_id', '=', catalogId).execute();
  await writeItems(tx, catalogId, groups);
}

/**
 * A group is known by its name, so another name makes another group. A coupon of the former follows, if all that is left
 * of it stands together and beside nothing of another group: it would lower what it was not made for.
 */
async function moveCoupons(
  ctx: ShopContext,
  tx: Tx,
  { actorUserId, catalogId, draft: { groups } }: { actorUserId: string; catalogId: string; draft: Draft },
): Promise<void> {
  const prefix = skuPrefix(catalogId);
  const items = groups.flatMap(({ id, items }) =>
    items.map((item) => ({ sku: prefix + item.id, group_id: prefix + id })),
  );
  const { rows } = await sql<{ code: string; from: string; to: string }>`
    with item as (
      select * from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as part (sku text, group_id text)
    ), moved as (
      select distinct champion_id as was, group_id as becomes from item join skins using (sku)
    )
    update coupons set champion_id = becomes from moved
    where coupons.champion_id = was and was not in (select group_id from item)
      and not exists (select from moved other
        where (other.was = moved.was) <> (other.becomes = moved.becomes))
    returning code, was as "from", becomes as "to"`.execute(tx);
  for (const { code, ...change } of rows)
    await recordAudit(ctx, tx, {
      actorUserId,
      action: 'coupon.updated',
      subject: { type: 'coupon', id: code },
      details: { name: code, changes: { champion_id: change } },
    });
}
