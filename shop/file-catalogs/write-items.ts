import { sql } from 'kysely';
import type { Tx } from '#db/client.server.ts';
import { skuPrefix, type Draft } from './draft.ts';

/** One statement has at most 65,535 parameters, and a row needs up to six. */
const AT_ONCE = 5_000;

/** The groups and items of a catalogue whose former ones are gone, with the pictures that they have now. */
export async function writeItems(tx: Tx, catalogId: string, groups: Draft['groups']): Promise<void> {
  const prefix = skuPrefix(catalogId);
  const champions = groups.map(({ id, name }) => ({
    id: prefix + id,
    // Of the static-data source alone.
    key: 0,
    name,
    catalog_id: catalogId,
  }));
  await inParts(champions, (part) => tx.insertInto('champions').values(part).execute());
  const skins = groups.flatMap(({ id, items }) =>
    items.map((item, index) => ({
      sku: prefix + item.id,
      champion_id: prefix + id,
      num: index + 1,
      name: item.name,
      price_cents: item.priceCents,
      rarity: item.rarity,
    })),
  );
  await inParts(skins, (part) => tx.insertInto('skins').values(part).execute());

  // What was sold keeps the picture that it had.
  await sql`
    delete from item_pictures where sku ^@ ${prefix}
      and (sku in (select sku from skins) or not ${isSold(sql`item_pictures.sku`)})`.execute(tx);
  const pictures = groups.flatMap(({ items }) =>
    items.flatMap(({ id, picture }) => (picture ? [{ sku: prefix + id, ...picture }] : [])),
  );
  await inParts(pictures, (part) =>
    tx
      .insertInto('item_pictures')
      .values(part.map(({ sku, digest, name }) => ({ sku, digest, name })))
      .execute(),
  );
  const colors = pictures.flatMap(({ sku, color }) => (color === null ? [] : [{ sku, color }]));
  await inParts(colors, (part) =>
    tx
      .insertInto('splash_colors')
      .values(part)
      .onConflict((conflict) =>
        conflict.column('sku').doUpdateSet({ color: (value) => value.ref('excluded.color') }),
      )
      .execute(),
  );
}

/** Somebody owns it, or an order names it. */
export const isSold = (sku: ReturnType<typeof sql>) => sql`(
  exists (select from grants where grants.sku = ${sku})
  or exists (select from order_items where order_items.sku = ${sku}))`;

async function inParts<T>(rows: readonly T[], write: (part: T[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += AT_ONCE) await write(rows.slice(start, start + AT_ONCE));
}
