import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#db/client.server.ts';
import { FIRST_VALUES, type SettingKey } from '#shop/settings/setting-table.ts';
import { readAgain } from '#shop/live/read-again.ts';
import type { Catalog, Champion, Shelf, Skin } from './catalog.ts';
import { CatalogNotReady, type CatalogSource } from './catalog-source.ts';
import { chooseShelves, OWN_SHELF, shelfOf } from './shelves.ts';
import { skinKey } from './sku.ts';
import { sortForDisplay } from './sort-for-display.ts';

/** The whole catalogue in memory: about 2,000 skins. Every page reads it, and it changes a few times a month. */
export async function loadCatalogSource(db: Db): Promise<CatalogSource> {
  let catalog: Catalog | null = null;
  let fingerprint = '';

  const reload = readAgain(async () => {
    const rows = await readRows(db);
    // Other caches use the catalogue object as their key, so an unchanged catalogue stays the same object.
    const print = createHash('sha256').update(JSON.stringify(rows)).digest('base64');
    if (catalog && print === fingerprint) return;
    catalog = toCatalog(rows);
    fingerprint = print;
  });

  await reload();
  return {
    current() {
      if (!catalog) {
        throw new CatalogNotReady('No catalogue in the database yet. Call ensureCatalog() at boot.');
      }
      return catalog;
    },
    ready: () => catalog !== null,
    reload,
  };
}

/** Null until it is saved in the panel. */
const settingOf = (key: SettingKey) => sql`(select value from settings where key = ${key})`;

/** One statement, so that it sees a simultaneous import or new price completely or not at all. */
function readRows(db: Db) {
  return db
    .selectFrom('catalog_state as state')
    .crossJoin('champions as champion')
    .leftJoin('catalogs', 'catalogs.id', 'champion.catalog_id')
    .leftJoin('skins as skin', 'skin.champion_id', 'champion.id')
    .leftJoin('products as product', 'product.sku', 'skin.sku')
    .leftJoin('splash_colors as splash', 'splash.sku', 'skin.sku')
    .leftJoin('skin_files as file', 'file.sku', 'skin.sku')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('stock_keys')
          .select(['sku', sql<boolean>`bool_and(taken_at is not null)`.as('isEmpty')])
          .groupBy('sku')
          .as('stock'),
      (join) => join.onRef('stock.sku', '=', 'skin.sku'),
    )
    .leftJoin('item_pictures as picture', 'picture.sku', 'skin.sku')
    .leftJoin('preorders as preorder', 'preorder.sku', 'skin.sku')
    .select([
      'state.version',
      'state.source',
      'state.imported_at',
      'champion.id as championId',
      'champion.name as championName',
      'champion.title',
      'champion.catalog_id as catalogId',
      'catalogs.name as catalogName',
      'catalogs.group_word as groupWord',
      'catalogs.group_words as groupWords',
      'skin.sku',
      'skin.num',
      'skin.name as skinName',
      'product.is_active as isActive',
      'product.price_cents as productCents',
      settingOf('flatPriceCents').as('flatCents'),
      'skin.price_cents as ownCents',
      'skin.rarity',
      'picture.digest as pictureDigest',
      settingOf('catalogSources').as('shelves'),
      settingOf('pricesByProduct').as('pricesByProduct'),
      'product.image_url as imageUrl',
      'splash.color',
      'file.updating',
      'stock.isEmpty',
      'preorder.until as aheadUntil',
      'preorder.is_over as isOver',
      sql<boolean>`coalesce(file.state <> 'broken', false) or stock."isEmpty" is not null
        or coalesce(product.is_active and product.download_url is not null, false)`.as('hasFile'),
    ])
    .execute();
}

function toCatalog(rows: Awaited<ReturnType<typeof readRows>>): Catalog | null {
  const [first] = rows;
  if (!first) return null;

  const flatCents = typeof first.flatCents === 'number' ? first.flatCents : FIRST_VALUES.flatPriceCents;
  const champions = new Map<string, Champion>();
  const skins: Skin[] = [];
  const updating = new Set<string>();
  const ahead = new Map<string, string>();
  const known = new Set<string>();
  const shelves = readShelves(rows, first.shelves);
  const shown = new Set(shelves.map(({ id }) => id));
  for (const row of rows) {
    const shelf = shelfOf(row.catalogId);
    if (!shown.has(shelf)) continue;
    champions.set(row.championId, { id: row.championId, name: row.championName, title: row.title, shelf });
    if (row.sku === null || row.num === null || row.skinName === null) continue;
    // A key waits for no file.
    if (row.updating && row.isEmpty === null) updating.add(row.sku);
    if (row.hasFile) known.add(row.sku);
    else if (row.aheadUntil !== null && !row.isOver) ahead.set(row.sku, row.aheadUntil);
    skins.push({
      sku: row.sku,
      championId: row.championId,
      championName: row.championName,
      num: row.num,
      name: row.skinName,
      splashPath: `/img/${skinKey(row.sku)}`,
      color: row.color,
      available: row.isActive !== false && row.isEmpty !== true && (row.hasFile || !row.isOver),
      priceCents:
        (row.pricesByProduct === true && row.isActive && row.productCents) || (row.ownCents ?? flatCents),
      ...(row.rarity !== null && { rarity: row.rarity }),
      ...(row.pictureDigest !== null && { pictureDigest: row.pictureDigest }),
      ...(row.isActive && row.imageUrl ? { imageUrl: row.imageUrl } : {}),
      ...(row.isActive !== false && row.isEmpty ? { soldOut: true as const } : {}),
    });
  }
  return buildCatalog(
    {
      version: first.version,
      source: shown.has(OWN_SHELF.id) ? first.source : 'file',
      importedAt: first.imported_at,
      shelves,
    },
    [...champions.values()],
    skins,
    flatCents,
    {
      isUpdating: (sku) => updating.has(sku),
      aheadUntil: (sku) => ahead.get(sku) ?? null,
      hasFile: (sku) => known.has(sku),
    },
  );
}

function readShelves(rows: Awaited<ReturnType<typeof readRows>>, setting: unknown): Shelf[] {
  const known = new Map([[OWN_SHELF.id, OWN_SHELF]]);
  for (const { catalogId, catalogName: name, groupWord, groupWords } of rows) {
    const id = shelfOf(catalogId);
    if (name !== null && groupWord !== null && groupWords !== null)
      known.set(id, { id, name, groupWord, groupWords });
  }
  return chooseShelves(setting, known);
}

function buildCatalog(
  state: Pick<Catalog, 'version' | 'source' | 'importedAt' | 'shelves'>,
  champions: Champion[],
  skins: Skin[],
  flatCents: number,
  files: Pick<Catalog, 'isUpdating' | 'aheadUntil' | 'hasFile'>,
): Catalog {
  const bySkin = new Map(skins.map((skin) => [skin.sku, skin]));
  const byChampion = Map.groupBy(
    skins.toSorted((a, b) => a.num - b.num),
    (skin) => skin.championId,
  );
  const forSale = skins.filter(({ available }) => available).map(({ priceCents }) => priceCents);
  const collator = new Intl.Collator('pt-BR');
  return {
    ...state,
    champions: champions.sort((a, b) => collator.compare(a.name, b.name)),
    skins: sortForDisplay(skins),
    prices: {
      lowestCents: forSale.length === 0 ? flatCents : Math.min(...forSale),
      areAllTheSame: forSale.every((cents) => cents === forSale[0]),
    },
    findSkin: (sku) => bySkin.get(sku) ?? null,
    skinsOf: (championId) => byChampion.get(championId) ?? [],
    ...files,
  };
}
