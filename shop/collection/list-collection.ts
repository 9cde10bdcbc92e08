import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';
import { cutPage, isAfter, type Page } from '#shop/pagination/page.ts';
import { isDisputedGift } from '#shop/states/why-waits.ts';
import { collectionLink } from './collection-link.ts';
import { followsFile } from './follows-file.ts';

/** A skin in a user's collection. */
export interface CollectionEntry {
  id: string;
  orderId: string | null;
  sku: string;
  skinName: string;
  championName: string;
  splashPath: string;
  downloadLink: string | null;
  /** It is a key, which its owner reads on a page of its own. */
  isKey: boolean;
  /** What happens to its file (docs/rulings.md, 'Updated files', 'Learned links'). The last two: it was not downloaded since. */
  news: 'updating' | 'updated' | 'mended' | null;
  /** It came with an order of another shop: without a file nobody is preparing one. */
  isImported: boolean;
  /** It was given, and its payment is disputed: there is no download until that is decided. */
  isDisputed: boolean;
  addedAt: Date;
  /** It was downloaded, and its owner has not said that it works: 'Funcionou?' Nobody asks that of a key. */
  asksWhetherItWorks: boolean;
}

/** More than the largest order has, so that a buyer sees a whole new order on one page. */
export const COLLECTION_PAGE = 120;

/** Newest first, starting before `cursor`; `nextCursor` is null on the last page. */
export async function listCollection(
  ctx: ShopContext,
  { userId, cursor }: { userId: string; cursor: string | null },
): Promise<Page<CollectionEntry>> {
  const rows = await ctx.db
    .selectFrom('user_collection')
    .leftJoin('skin_files as file', 'file.sku', 'user_collection.sku')
    .selectAll('user_collection')
    .select(collectionLink(ctx).as('download_link'))
    .select([
      'file.updating',
      'file.patched_at',
      'file.mended_at',
      followsFile('user_collection').as('follows_file'),
      isDisputedGift.as('is_disputed'),
      isImported.as('is_imported'),
    ])
    .where('user_id', '=', userId)
    .where(isAfter(cursor, 'added_at', 'user_collection.id'))
    .orderBy('added_at', 'desc')
    .orderBy('user_collection.id', 'desc')
    .limit(COLLECTION_PAGE + 1)
    .execute();
  const { entries, nextCursor } = cutPage(rows, COLLECTION_PAGE, (row) => ({ at: row.added_at, id: row.id }));
  // Older than this it is no news, and no proof of a download is kept.
  const oldest = ctx.now().getTime() - NEWS_FOR_MS;
  const replaced = entries.filter(
    (row) => row.follows_file && Math.max(Number(row.patched_at), Number(row.mended_at)) > oldest,
  );
  const unread = await findUnread(
    ctx,
    replaced.map(({ id }) => id),
  );
  return {
    entries: entries.map((row) => ({
      id: row.id,
      orderId: row.order_id,
      sku: row.sku,
      skinName: row.skin_name,
      championName: row.champion_name,
      splashPath: row.splash_art_url,
      downloadLink: row.download_link,
      isKey: row.key_id !== null,
      news: row.download_link === null ? null : nameNews(row, unread.has(row.id)),
      isDisputed: row.is_disputed,
      isImported: row.is_imported,
      addedAt: row.added_at,
      asksWhetherItWorks:
        row.key_id === null &&
        row.download_link !== null &&
        row.downloaded_at !== null &&
        row.worked_at === null,
    })),
    nextCursor,
  };
}

const isImported = sql<boolean>`exists (
  select from orders where orders.id = user_collection.order_id and orders.status = 'imported')`;

const NEWS_FOR_MS = 90 * 24 * 3600_000;

function nameNews(
  file: { updating: boolean | null; patched_at: Date | null; mended_at: Date | null },
  isUnread: boolean,
): CollectionEntry['news'] {
  if (file.updating) return 'updating';
  if (!isUnread) return null;
  return Number(file.mended_at) > Number(file.patched_at) ? 'mended' : 'updated';
}

/** Of these entries, those whose owner has not downloaded what took the place of their own. */
async function findUnread(ctx: ShopContext, entryIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (entryIds.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select entry.id from user_collection entry
    join skin_files file on file.sku = entry.sku
    where entry.id = any(${entryIds}::uuid[]) and not exists (
      select from delivery_records record
      where record.order_item_id = entry.item_id and record.kind = 'downloaded'
        and record.at > greatest(file.patched_at, file.mended_at))
  `.execute(ctx.db);
  return new Set(rows.map(({ id }) => id));
}

/** How many skins the user has. The size of the catalogue is the limit. */
export async function countCollection(ctx: ShopContext, userId: string): Promise<number> {
  const { n } = await ctx.db
    .selectFrom('user_collection')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(n);
}
