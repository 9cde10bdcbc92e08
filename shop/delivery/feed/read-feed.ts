import { sql } from 'kysely';
import { collectionLink } from '#shop/collection/collection-link.ts';
import { contentFileId } from '#shop/collection/content-file.ts';
import { followsFile } from '#shop/collection/follows-file.ts';
import type { ShopContext } from '#shop/context.ts';
import { digestToken } from '#shop/secrets/derive-token.ts';
import { readEnding } from '#shop/delivery/install/installable.ts';
import { feedFileToken, feedToken } from './feed-token.ts';

interface FeedItem {
  sku: string;
  skinName: string;
  championName: string;
  /** Where its owner downloads it. null: it is on its way, or its payment is disputed. */
  page: string | null;
  /** What a program without a session fetches. null: the shop does not store it. */
  file: { url: string; name: string; size: number } | null;
  /** Of the bytes that its owner gets. null: the shop does not store them. */
  sha256: string | null;
  /** Of the skin's file, where that is what the owner gets. */
  version: number | null;
  addedAt: Date;
  updatedAt: Date;
}

/** What the person owns whose token it is, newest first. null: it opens nothing (any more). */
export async function readFeed(
  ctx: ShopContext,
  token: string,
): Promise<{ userId: string; items: () => Promise<FeedItem[]> } | null> {
  const feed = await ctx.db
    .selectFrom('feeds')
    .select(['user_id', 'nonce'])
    .where('token_digest', '=', digestToken(token))
    .executeTakeFirst();
  // One of another AUTH_SECRET is not shown to its owner either.
  if (!feed || feedToken(ctx, feed.user_id, feed.nonce) !== token) return null;
  return { userId: feed.user_id, items: () => listItems(ctx, feed) };
}

async function listItems(ctx: ShopContext, feed: { user_id: string; nonce: string }): Promise<FeedItem[]> {
  const isSkinFile = sql<boolean>`(${followsFile('user_collection')}
    or file.file_id = user_collection.file_id or file.link = user_collection.link)`;
  const rows = await ctx.db
    .selectFrom('user_collection')
    .leftJoin('skin_files as file', 'file.sku', 'user_collection.sku')
    .leftJoin('files as content', (join) => join.on(sql<boolean>`content.id = ${contentFileId}`))
    .select(['user_collection.id', 'user_collection.sku', 'skin_name', 'champion_name', 'added_at'])
    .select(['content.name', 'content.size', 'content.sha256'])
    .select(collectionLink(ctx).as('link'))
    .select(sql<number | null>`case when ${isSkinFile} then file.version end`.as('version'))
    .select(
      sql<Date>`greatest(user_collection.added_at, user_collection.delivered_at,
        case when ${followsFile('user_collection')} then file.updated_at end)`.as('updated_at'),
    )
    .where('user_id', '=', feed.user_id)
    .orderBy('added_at', 'desc')
    .orderBy('user_collection.id', 'desc')
    .execute();
  const { appUrl } = ctx.settings;
  return rows.map(({ id, name, size, sha256, ...row }) => {
    const ending = row.link === null ? null : readEnding(name);
    const url = `${appUrl}/feed/${feedFileToken(ctx, id, feed.nonce)}/${id}`;
    return {
      sku: row.sku,
      skinName: row.skin_name,
      championName: row.champion_name,
      page: row.link && `${appUrl}/dashboard/download-skin/${id}`,
      file: ending && name && size ? { url, name, size } : null,
      sha256: row.link === null ? null : sha256,
      version: row.version,
      addedAt: row.added_at,
      updatedAt: row.updated_at,
    };
  });
}
