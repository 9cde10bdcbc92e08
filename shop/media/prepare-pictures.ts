import { skinKey, type Catalog, type Skin } from '#shop/catalog/catalog.ts';
import type { OutwardContext, ShopContext } from '#shop/context.ts';
import { encodeSplash, splashWidths } from './encode-splash.ts';
import { giveWay } from './give-way.ts';
import { loadSplash } from './load-splash.ts';
import { pictureKey } from './picture-key.ts';
import {
  pictureProgress,
  readPictureRecord,
  writePictureRecord,
  type PictureProgress,
  type PictureRecord,
} from './picture-record.ts';

export interface PrepareOptions {
  /** How long one turn may take; the next goes on where it ended. */
  budgetMs?: number;
  /** Called before each picture: returns when it is its turn. */
  wait?(ctx: ShopContext, signal: AbortSignal): Promise<void>;
}

/** A hundred notes on the way through the whole catalogue: at most this much is lost when the process dies between two of them. */
const NOTED_EVERY = 20;
const LOGGED_EVERY = 200;
/** Unanswered questions in a row after which the source is taken for down. */
const SILENT_AFTER = 3;
const ASK_AGAIN_MS = 24 * 60 * 60_000;
const LONGEST_PAUSE_MS = 30 * 60_000;

/** Catalogues that are done, and until when (ms) a silent source is left alone. One per process. */
const finished = new WeakSet<Catalog>();
const pauses = new WeakMap<ShopContext['files'], { until: number; lastMs: number }>();

/**
 * One turn of encoding the catalogue's pictures ahead of the visitors: AVIF in every width that the shop shows, one
 * picture at a time, first what stands first in the store. Ends when its time is up, when the shop stops, when the
 * source does not answer, or when all are there.
 * @returns null when there is nothing to do now.
 */
export async function preparePictures(
  ctx: OutwardContext,
  { budgetMs = 50_000, wait = giveWay }: PrepareOptions = {},
): Promise<PictureProgress | null> {
  const catalog = ctx.catalog.ready() ? ctx.catalog.current() : null;
  // The art of the demonstration catalogue is drawn here, and leaves with it.
  if (!catalog || catalog.source === 'demo' || finished.has(catalog)) return null;
  const pause = pauses.get(ctx.files);
  if (pause && ctx.now().getTime() < pause.until) return null;

  const record = await readPictureRecord(ctx);
  const pending = catalog.skins.filter((skin) => isPending(ctx, skin, record));
  if (pending.length === 0) {
    finished.add(catalog);
    return null;
  }
  const stop = new AbortController();
  const forgetStop = ctx.live.onStop(() => stop.abort());
  const deadline = ctx.now().getTime() + budgetMs;
  let changed = 0;
  let unanswered = 0;
  try {
    for (const skin of pending) {
      if (stop.signal.aborted || ctx.now().getTime() >= deadline || unanswered >= SILENT_AFTER) break;
      const outcome = await prepareSkin(ctx, skin, record, () => wait(ctx, stop.signal), stop.signal);
      if (outcome === 'stopped') break;
      // One file that never comes does not keep the others waiting.
      unanswered = outcome === 'unreachable' ? unanswered + 1 : 0;
      if (outcome === 'unreachable') continue;
      changed += 1;
      if (changed % NOTED_EVERY === 0) await note(ctx, catalog, record);
      if (changed % LOGGED_EVERY === 0) logProgress(ctx, catalog, record);
    }
  } finally {
    forgetStop();
  }
  noteSilence(ctx, record, unanswered > 0 && (changed === 0 || unanswered >= SILENT_AFTER));
  const progress = await note(ctx, catalog, record);
  if (progress.done === progress.total) {
    finished.add(catalog);
    logProgress(ctx, catalog, record);
    // The colours learned on the way, for all processes and for the index that browsers hold.
    const { version } = catalog;
    await ctx.publish(ctx.db, { topic: 'catalog', event: 'imported', data: { version } });
  }
  return progress;
}

function isPending(ctx: ShopContext, { championId, num }: Skin, { done, missing }: PictureRecord): boolean {
  const key = skinKey(championId, num);
  if (key in done) return false;
  const missedAt = missing[key];
  return !missedAt || ctx.now().getTime() - Date.parse(missedAt) > ASK_AGAIN_MS;
}

async function prepareSkin(
  ctx: OutwardContext,
  skin: Skin,
  record: PictureRecord,
  wait: () => Promise<void>,
  signal: AbortSignal,
): Promise<'done' | 'missing' | 'unreachable' | 'stopped'> {
  const key = skinKey(skin.championId, skin.num);
  const source = await loadSplash(ctx, skin);
  if (!source.ok) return source.reason === 'missing' ? noteMissing(ctx, record, key) : 'unreachable';
  let bytes = source.data.length;
  for (const width of splashWidths) {
    const file = pictureKey('img', skin, { width, format: 'avif' });
    // A visitor may have had it made already.
    let picture = await ctx.files.read(file);
    if (!picture) {
      await wait();
      if (signal.aborted) return 'stopped';
      const encoded = await encodeSplash(source.data, { width, format: 'avif' });
      if (!encoded.ok) return noteMissing(ctx, record, key);
      picture = encoded.data;
      await ctx.files.write(file, picture);
    }
    bytes += picture.length;
  }
  delete record.missing[key];
  record.done[key] = bytes;
  return 'done';
}

function noteMissing(ctx: ShopContext, record: PictureRecord, key: string): 'missing' {
  record.missing[key] = ctx.now().toISOString();
  return 'missing';
}

/** A source that is down is asked again after a minute, then after two, and so on up to half an hour. */
function noteSilence(ctx: ShopContext, record: PictureRecord, isSilent: boolean): void {
  if (!isSilent) {
    record.silentSince = null;
    pauses.delete(ctx.files);
    return;
  }
  const now = ctx.now();
  const lastMs = Math.min((pauses.get(ctx.files)?.lastMs ?? 30_000) * 2, LONGEST_PAUSE_MS);
  pauses.set(ctx.files, { until: now.getTime() + lastMs, lastMs });
  record.silentSince ??= now.toISOString();
  ctx.log.warn('pictures.source_silent', { againInSeconds: lastMs / 1000 });
}

/** Keeps how far it is, and tells the staff who look on. */
async function note(ctx: OutwardContext, catalog: Catalog, record: PictureRecord): Promise<PictureProgress> {
  await writePictureRecord(ctx, record);
  const progress = pictureProgress(catalog, record);
  const { done, total } = progress;
  await ctx.publish(ctx.db, {
    topic: 'staff',
    event: 'catalog-import',
    data: { phase: 'pictures', done, total },
  });
  return progress;
}

function logProgress(ctx: ShopContext, catalog: Catalog, record: PictureRecord): void {
  const { done, total, missing, bytes } = pictureProgress(catalog, record);
  const megabytes = Math.round(bytes / 1024 / 1024);
  ctx.log.info('pictures.prepared', { done, total, missing, megabytes });
}
