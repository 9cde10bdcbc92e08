import type { Skin } from '#shop/catalog/catalog.ts';
import { readSource } from '#shop/catalog/sku.ts';
import type { OutwardContext } from '#shop/context.ts';
import { dominantColor } from './dominant-color.ts';
import { fetchSplash } from './fetch-splash.ts';
import { writeCachedFile, readCachedFile } from './cached-files.ts';
import { sourceKey } from './picture-key.ts';
import { rememberColor } from './remember-color.ts';
import type { LoadedSplash } from './splash-traffic.ts';

const MISSING_FOR_MS = 60 * 60_000;
const UNREACHABLE_FOR_MS = 60_000;
const SILENT_AFTER = 3;
const SILENT_FOR_MS = 30_000;
/** The browser waits for this long; after it, generated art is better than waiting. */
const PATIENCE_MS = 8_000;

/**
 * The original of a splash: from the file store, or once from the static-data service. If it is not available, the
 * visitor sees generated art, and a later request tries again.
 */
export async function loadSplash(ctx: OutwardContext, skin: Skin): Promise<LoadedSplash> {
  const key = sourceKey(skin);
  const cached = await readCachedFile(ctx, key);
  if (cached) return { ok: true, data: cached };
  // Whoever brought an item brought its picture too, or it has none.
  if (readSource(skin.sku) === null) return { ok: false, reason: 'missing' };

  const traffic = ctx.memory.splashes;
  const now = ctx.now().getTime();
  const absent = traffic.absent.get(key);
  if (absent && now < absent.until) return { ok: false, reason: absent.reason };
  if (now < traffic.silentUntil) return { ok: false, reason: 'unreachable' };
  const found = await traffic.downloads.run(key, () => download(ctx, skin, key));
  return found.ok || found.reason !== 'busy' ? found : { ok: false, reason: 'unreachable' };
}

async function download(ctx: OutwardContext, skin: Skin, key: string): Promise<LoadedSplash> {
  const traffic = ctx.memory.splashes;
  const fetched = await fetchSplash({
    baseUrl: ctx.settings.catalogUrl,
    sku: skin.sku,
    timeoutMs: 5_000,
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch(() => ({ ok: false, reason: 'unreachable' }) as const);

  const now = ctx.now().getTime();
  if (!fetched.ok && fetched.reason === 'unreachable') {
    traffic.absent.set(key, { until: now + UNREACHABLE_FOR_MS, reason: 'unreachable' });
    traffic.unanswered += 1;
    if (traffic.unanswered >= SILENT_AFTER) traffic.silentUntil = now + SILENT_FOR_MS;
    ctx.log.warn('splash.unreachable', { key });
    return { ok: false, reason: 'unreachable' };
  }
  traffic.unanswered = 0;
  // Reading the colour proves that the whole file is a picture, before it is stored for good.
  const color = fetched.ok ? await dominantColor(fetched.data) : fetched;
  if (!fetched.ok || !color.ok) {
    traffic.absent.set(key, { until: now + MISSING_FOR_MS, reason: 'missing' });
    ctx.log.info('splash.missing', { key, reason: color.ok ? null : color.reason });
    return { ok: false, reason: 'missing' };
  }
  rememberColor(ctx, skin, color.color);
  writeCachedFile(ctx, key, fetched.data);
  return fetched;
}
