import { createHash } from 'node:crypto';
import type { Db } from '#db/client.server.ts';
import { SKIN_PRICE_CENTS, skinKey, type Catalog, type Champion, type Skin } from './catalog.ts';
import { CatalogNotReady, type CatalogSource } from './catalog-source.ts';
import { sortForDisplay } from './sort-for-display.ts';

/** The whole catalogue in memory: about 2,000 skins. Every page reads it, and it changes a few times a month. */
export async function loadCatalogSource(db: Db): Promise<CatalogSource> {
  let catalog: Catalog | null = null;
  let fingerprint = '';
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  async function load(): Promise<void> {
    const rows = await readRows(db);
    // Other caches use the catalogue object as their key, so an unchanged catalogue stays the same object.
    const print = createHash('sha256').update(JSON.stringify(rows)).digest('base64');
    if (catalog && print === fingerprint) return;
    catalog = toCatalog(rows);
    fingerprint = print;
  }

  /** A call during a read gets the next read: the current one may have begun before the caller's commit. */
  function reload(): Promise<void> {
    if (running) {
      next ??= running
        .catch(() => {})
        .then(() => {
          next = null;
          return reload();
        });
      return next;
    }
    running = load().finally(() => {
      running = null;
    });
    return running;
  }

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

/** One statement, so that it sees a simultaneous import completely or not at all. */
function readRows(db: Db) {
  return db
    .selectFrom('catalog_state as state')
    .crossJoin('champions as champion')
    .leftJoin('skins as skin', 'skin.champion_id', 'champion.id')
    .leftJoin('products as product', (join) =>
      join.onRef('product.champion_id', '=', 'skin.champion_id').onRef('product.skin_num', '=', 'skin.num'),
    )
    .leftJoin('splash_colors as splash', (join) =>
      join.onRef('splash.champion_id', '=', 'skin.champion_id').onRef('splash.skin_num', '=', 'skin.num'),
    )
    .select([
      'state.version',
      'state.source',
      'state.imported_at',
      'champion.id as championId',
      'champion.name as championName',
      'champion.title',
      'skin.num',
      'skin.name as skinName',
      'product.is_active as isActive',
      'product.image_url as imageUrl',
      'splash.color',
    ])
    .execute();
}

function toCatalog(rows: Awaited<ReturnType<typeof readRows>>): Catalog | null {
  const [first] = rows;
  if (!first) return null;

  const champions = new Map<string, Champion>();
  const skins: Skin[] = [];
  for (const row of rows) {
    champions.set(row.championId, { id: row.championId, name: row.championName, title: row.title });
    if (row.num === null || row.skinName === null) continue;
    skins.push({
      championId: row.championId,
      championName: row.championName,
      num: row.num,
      name: row.skinName,
      splashPath: `/img/${skinKey(row.championId, row.num)}`,
      color: row.color,
      available: row.isActive !== false,
      priceCents: SKIN_PRICE_CENTS,
      ...(row.isActive && row.imageUrl ? { imageUrl: row.imageUrl } : {}),
    });
  }
  return buildCatalog(
    { version: first.version, source: first.source, importedAt: first.imported_at },
    [...champions.values()],
    skins,
  );
}

function buildCatalog(
  state: Pick<Catalog, 'version' | 'source' | 'importedAt'>,
  champions: Champion[],
  skins: Skin[],
): Catalog {
  const bySkin = new Map(skins.map((skin) => [skinKey(skin.championId, skin.num), skin]));
  const byChampion = Map.groupBy(
    skins.toSorted((a, b) => a.num - b.num),
    (skin) => skin.championId,
  );
  const collator = new Intl.Collator('pt-BR');
  return {
    ...state,
    champions: champions.sort((a, b) => collator.compare(a.name, b.name)),
    skins: sortForDisplay(skins),
    findSkin: (championId, num) => bySkin.get(skinKey(championId, num)) ?? null,
    skinsOf: (championId) => byChampion.get(championId) ?? [],
  };
}
