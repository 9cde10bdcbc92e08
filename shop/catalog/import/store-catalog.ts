import type { Tx } from '#db/client.server.ts';
import type { CatalogStateTable } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { announceCatalog } from '../announce-catalog.ts';
import type { ImportedCatalog } from '../imported-catalog.ts';

/** Replaces all of the static-data source, and tells every process at commit. */
export async function storeCatalog(
  ctx: Pick<ShopContext, 'publish' | 'now' | 'settings'>,
  tx: Tx,
  { version, champions }: ImportedCatalog,
  source: CatalogStateTable['source'],
): Promise<void> {
  const state = {
    version,
    locale: ctx.settings.catalogLocale,
    source,
    skin_count: champions.reduce((sum, { skins }) => sum + skins.length, 0),
    imported_at: ctx.now(),
  };
  await tx
    .insertInto('catalog_state')
    .values(state)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(state))
    .execute();
  await tx.deleteFrom('champions').where('catalog_id', 'is', null).execute();
  await tx
    .insertInto('champions')
    .values(champions.map(({ id, key, name, title }) => ({ id, key, name, title })))
    .execute();
  const skins = champions.flatMap(({ id, skins }) =>
    skins.map(({ num, name }) => ({ sku: `lol:${id}:${num}`, champion_id: id, num, name })),
  );
  // One statement has at most 65,535 parameters, and a row needs four.
  for (let start = 0; start < skins.length; start += 5_000) {
    await tx
      .insertInto('skins')
      .values(skins.slice(start, start + 5_000))
      .execute();
  }
  await announceCatalog(ctx, tx, { version });
}
