import type { Skin } from '#shop/catalog/catalog.ts';
import { readSource } from '#shop/catalog/sku.ts';
import type { OutwardContext, ShopContext } from '#shop/context.ts';
import { allowOutwardCall } from '#shop/limits/allow-outward-call.ts';
import type { SplashFormat } from './choose-format.ts';
import { findSoldItem } from './find-sold-item.ts';
import { dominantColor } from './dominant-color.ts';
import { encodeSplash, type SplashWidth } from './encode-splash.ts';
import { writeCachedFile, readCachedFile } from './cached-files.ts';
import { pictureKey } from './picture-key.ts';
import { loadSplash } from './load-splash.ts';
import { rasterizeArt } from './rasterize-art.ts';
import { rememberColor } from './remember-color.ts';

export interface SplashRequest {
  sku: string;
  width: SplashWidth;
  format: SplashFormat;
  /** Network address of the visitor: pictures that are not encoded yet are limited by it. */
  address: string;
}

export type ServedSplash =
  /** `item`: as it came with a file. `stand-in`: generated art until the splash is available. `demo`: art of the demonstration catalogue. */
  | { ok: true; data: Buffer; art: 'splash' | 'item' | 'stand-in' | 'demo' }
  | { ok: false; reason: 'unknown_skin' | 'busy' }
  | { ok: false; reason: 'too_many'; retryAfterSeconds: number };

/** The picture of a skin in the catalogue: its splash or generated art, always a picture. */
export async function serveSplash(ctx: ShopContext, request: SplashRequest): Promise<ServedSplash> {
  const catalog = ctx.catalog.current();
  // First, because a skin outside the catalogue must cost neither a file nor a request.
  const skin = catalog.findSkin(request.sku) ?? (await findSoldItem(ctx, request.sku));
  if (!skin) return { ok: false, reason: 'unknown_skin' };
  const isItem = readSource(skin.sku) === null;
  if (catalog.source === 'demo' && !isItem) return serveArt(ctx, skin, request, 'demo');

  const key = pictureKey('img', skin, request);
  const cached = await readCachedFile(ctx, key);
  const art = isItem ? 'item' : 'splash';
  if (cached) return { ok: true, data: cached, art };
  const reached = await allowOutwardCall(ctx, 'picture', request);
  if (!reached.ok) return { ...reached, reason: 'too_many' };
  const source = await loadSplash(reached.ctx, skin);
  if (!source.ok) return serveArt(ctx, skin, request, 'stand-in', reached.ctx);
  const encoded = await ctx.memory.splashes.encodings.run(key, async () => {
    const result = await encodeSplash(source.data, request);
    if (result.ok) writeCachedFile(reached.ctx, key, result.data);
    return result;
  });
  if (encoded.ok) return { ...encoded, art };
  if (encoded.reason === 'busy') return { ok: false, reason: 'busy' };
  return serveArt(ctx, skin, request, 'stand-in', reached.ctx);
}

/** Separate from real splashes: a stand-in must not pass for one, and demo art ends with its catalogue. */
async function serveArt(
  ctx: ShopContext,
  skin: Skin,
  request: SplashRequest,
  art: 'stand-in' | 'demo',
  /** The context of this request, after it took its token. */
  outward?: OutwardContext,
): Promise<ServedSplash> {
  const key = pictureKey(`img/${art}`, skin, request);
  const cached = await readCachedFile(ctx, key);
  if (cached) return { ok: true, data: cached, art };
  const reached = outward
    ? { ok: true as const, ctx: outward }
    : await allowOutwardCall(ctx, 'picture', request);
  if (!reached.ok) return { ...reached, reason: 'too_many' };
  const encoded = await ctx.memory.splashes.encodings.run(key, async () => {
    const source = await rasterizeArt(
      ctx.demo.drawSkin({ championId: skin.championId, skinNum: skin.num, skinLine: skin.name }),
    );
    if (art === 'demo' && !skin.color) {
      const color = await dominantColor(source);
      if (color.ok) rememberColor(ctx, skin, color.color);
    }
    const result = await encodeSplash(source, request);
    if (result.ok) writeCachedFile(reached.ctx, key, result.data);
    return result;
  });
  if (encoded.ok) return { ...encoded, art };
  if (encoded.reason === 'busy') return { ok: false, reason: 'busy' };
  throw new Error(`Generated art of ${skin.sku} is ${encoded.reason}; see demo/draw-skin.ts.`);
}
