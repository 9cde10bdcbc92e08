import { createHash } from 'node:crypto';
import { skinKey } from '#shop/catalog/sku.ts';
import {
  findPublicCollection,
  listNewestShown,
  type ShownSkin,
} from '#shop/collection/public/open-public-collection.ts';
import type { OutwardContext, ShopContext } from '#shop/context.ts';
import { allowOutwardCall } from '#shop/limits/allow-outward-call.ts';
import { readCachedFile, writeCachedFile } from './cached-files.ts';
import { composeMosaic, MOSAIC_TILES } from './compose-mosaic.ts';
import { serveSplash } from './serve-splash.ts';

export type CollectionPicture =
  | { ok: true; data: Buffer }
  | { ok: false; reason: 'not_found' | 'busy' }
  | { ok: false; reason: 'too_many'; retryAfterSeconds: number };

/** Of the brand. */
type Colors = Parameters<typeof composeMosaic>[1];

/**
 * What a shared link to a collection shows: its newest skins in one picture. It is kept under the skins that it shows,
 * so it names nobody, and it takes a purchase to make another one.
 */
export async function serveCollectionPicture(
  ctx: ShopContext,
  { slug, address, colors }: { slug: string; address: string; colors: Colors },
): Promise<CollectionPicture> {
  const collection = await findPublicCollection(ctx, slug);
  const skins = collection ? await listNewestShown(ctx, collection.userId, MOSAIC_TILES) : [];
  if (skins.length === 0) return { ok: false, reason: 'not_found' };
  const names = [
    ctx.catalog.current().version,
    colors.ink,
    colors.accent,
    ...skins.map(({ sku }) => skinKey(sku)),
  ];
  const digest = createHash('sha256').update(names.join(' ')).digest('hex');
  const key = `img/mosaic/${digest.slice(0, 32)}.jpg`;
  const cached = await readCachedFile(ctx, key);
  if (cached) return { ok: true, data: cached };
  const reached = await allowOutwardCall(ctx, 'picture', { address });
  if (!reached.ok) return { ...reached, reason: 'too_many' };
  return drawAndCache(reached.ctx, { key, skins, address, colors });
}

async function drawAndCache(
  ctx: OutwardContext,
  {
    key,
    skins,
    address,
    colors,
  }: { key: string; skins: readonly ShownSkin[]; address: string; colors: Colors },
): Promise<CollectionPicture> {
  const splashes: Buffer[] = [];
  let isWhole = true;
  for (const { sku } of skins) {
    const served = await serveSplash(ctx, { sku, width: 800, format: 'jpeg', address });
    if (!served.ok) {
      if (served.reason === 'too_many') return served;
      return { ok: false, reason: served.reason === 'busy' ? 'busy' : 'not_found' };
    }
    splashes.push(served.data);
    // Drawn for want of the splash: shown, and not kept.
    isWhole &&= served.art !== 'stand-in';
  }
  const drawn = await ctx.memory.splashes.encodings.run(key, async () => {
    const data = await composeMosaic(splashes, colors);
    if (isWhole) writeCachedFile(ctx, key, data);
    return { ok: true, data };
  });
  return drawn.ok ? drawn : { ok: false, reason: 'busy' };
}
