import { announceCatalog } from '#shop/catalog/announce-catalog.ts';
import type { Catalog, Skin } from '#shop/catalog/catalog.ts';
import type { OutwardContext } from '#shop/context.ts';
import { LIST_PICTURE } from './encode-list-picture.ts';
import { fetchSplash, type FetchedSplash } from './fetch-splash.ts';
import type { PictureEncoder } from './picture-encoder.ts';
import { pictureKey, sourceKey } from './picture-key.ts';
import {
  hasPicture,
  pictureProgress,
  readPictureRecord,
  recordKey,
  writePictureRecord,
  type PauseReason,
  type PictureProgress,
  type PictureRecord,
} from './picture-record.ts';
import { rememberColor } from './remember-color.ts';
import { createIdleGate, readMachineTimes } from './wait-for-idle.ts';

/**
 * The record is written about a hundred times for a whole catalogue. If the process dies, only the work since the
 * last write is lost.
 */
const NOTED_EVERY = 20;
/** So many unanswered requests in a row mean that the source is down. */
const SILENT_AFTER = 3;
/** A picture that kills the encoder this often is left for the request of a visitor. */
const MAX_ENDS = 2;
const ASK_AGAIN_MS = 24 * 60 * 60_000;
const FIRST_PAUSE_SECONDS = 5 * 60;
const LONGEST_PAUSE_SECONDS = 30 * 60;

type Outcome = 'done' | 'missing' | 'unreachable' | 'ended';

/**
 * Encodes the pictures of the lists in the store's order, while nobody else uses the machine. Ends when all exist,
 * when `signal` aborts, or when the source or the encoder fails.
 * @returns null if there is nothing to do now.
 */
export async function preparePictures(
  ctx: OutwardContext,
  signal: AbortSignal,
  readTimes = readMachineTimes,
): Promise<PictureProgress | null> {
  const catalog = ctx.catalog.ready() ? ctx.catalog.current() : null;
  // Pictures of the demonstration catalogue are drawn on request, and disappear with it.
  if (!ctx.settings.preparePictures || !catalog || catalog.source === 'demo') return null;
  const record = await readPictureRecord(ctx);
  if (record.pause && ctx.now().getTime() < Date.parse(record.pause.until)) return null;
  const pending = catalog.skins.filter((skin) => isPending(ctx, skin, record));
  if (pending.length === 0) return null;

  ctx.log.info('pictures.preparing', describe(pictureProgress(catalog, record)));
  const encoder = ctx.startPictureEncoder();
  signal.addEventListener('abort', () => encoder.stop(), { once: true });
  const untilIdle = createIdleGate(() => encoder.usedMs(), readTimes);
  const met: Record<Outcome, number> = { done: 0, missing: 0, unreachable: 0, ended: 0 };
  let unanswered = 0;
  try {
    for (const skin of pending) {
      await untilIdle(signal);
      if (signal.aborted) break;
      const outcome = await prepareSkin(ctx, skin, record, encoder, signal);
      if (signal.aborted) break;
      met[outcome] += 1;
      // One file that never arrives does not stop the others.
      unanswered = outcome === 'unreachable' ? unanswered + 1 : 0;
      if (outcome === 'ended' || unanswered >= SILENT_AFTER) break;
      if ((met.done + met.missing) % NOTED_EVERY === 0) await note(ctx, catalog, record);
    }
  } finally {
    encoder.stop();
  }
  notePause(ctx, record, reasonToPause(met, unanswered));
  const progress = await note(ctx, catalog, record);
  if (progress.done === progress.total) {
    ctx.log.info('pictures.prepared', describe(progress));
    // Publishes the learned colours to all processes, and to the index of the browsers.
    await announceCatalog(ctx, ctx.db, catalog);
  } else if (record.pause) {
    const { reason, seconds } = record.pause;
    ctx.log.warn('pictures.paused', { ...describe(progress), reason, againInSeconds: seconds });
  } else ctx.log.info('pictures.stopped', describe(progress));
  return progress;
}

function isPending(ctx: OutwardContext, skin: Skin, { done, missing }: PictureRecord): boolean {
  if (!hasPicture(skin)) return false;
  const key = recordKey(skin);
  if (key in done) return false;
  const missedAt = missing[key];
  return !missedAt || ctx.now().getTime() - Date.parse(missedAt) > ASK_AGAIN_MS;
}

async function prepareSkin(
  ctx: OutwardContext,
  skin: Skin,
  record: PictureRecord,
  encoder: PictureEncoder,
  signal: AbortSignal,
): Promise<Outcome> {
  const key = recordKey(skin);
  const storedSource = await ctx.files.read(sourceKey(skin));
  const source = storedSource
    ? { ok: true as const, data: storedSource }
    : await fetchSource(ctx, skin, signal);
  if (!source.ok && source.reason === 'unreachable') return 'unreachable';
  if (!source.ok) return noteMissing(ctx, record, key);

  // A request of a visitor may have made it already.
  let picture = await ctx.files.read(pictureKey('img', skin, LIST_PICTURE));
  if (!picture) {
    const encoded = await encoder.encode(source.data);
    if (!encoded.ok && encoded.reason === 'ended')
      return signal.aborted ? 'ended' : noteEnd(ctx, record, key);
    if (!encoded.ok) return noteMissing(ctx, record, key);
    picture = encoded.data;
    rememberColor(ctx, skin, encoded.color);
    // Only now is it certain that the picture is complete.
    if (!storedSource) await ctx.files.write(sourceKey(skin), source.data);
    await ctx.files.write(pictureKey('img', skin, LIST_PICTURE), picture);
  }
  delete record.missing[key];
  delete record.ended[key];
  record.done[key] = source.data.length + picture.length;
  return 'done';
}

async function fetchSource(ctx: OutwardContext, { sku }: Skin, signal: AbortSignal): Promise<FetchedSplash> {
  const request = { baseUrl: ctx.settings.catalogUrl, sku, timeoutMs: 5_000, signal };
  return fetchSplash(request).catch(() => ({ ok: false, reason: 'unreachable' }));
}

function noteMissing(ctx: OutwardContext, record: PictureRecord, key: string): 'missing' {
  record.missing[key] = ctx.now().toISOString();
  delete record.ended[key];
  return 'missing';
}

function noteEnd(ctx: OutwardContext, record: PictureRecord, key: string): 'ended' {
  record.ended[key] = (record.ended[key] ?? 0) + 1;
  ctx.log.warn('pictures.encoder_ended', { key, times: record.ended[key] });
  if (record.ended[key] >= MAX_ENDS) noteMissing(ctx, record, key);
  return 'ended';
}

function reasonToPause(met: Record<Outcome, number>, unanswered: number): PauseReason | null {
  if (met.ended > 0) return 'encoder_ended';
  if (met.unreachable === 0) return null;
  return unanswered >= SILENT_AFTER || met.done + met.missing === 0 ? 'source_silent' : 'unreachable';
}

/** Each pause is twice as long as the one before, up to half an hour. */
function notePause(ctx: OutwardContext, record: PictureRecord, reason: PauseReason | null): void {
  if (!reason) {
    record.pause = null;
    return;
  }
  const seconds = record.pause
    ? Math.min(record.pause.seconds * 2, LONGEST_PAUSE_SECONDS)
    : FIRST_PAUSE_SECONDS;
  const until = new Date(ctx.now().getTime() + seconds * 1000).toISOString();
  record.pause = { reason, seconds, until };
}

/** Writes the progress, and tells staff who look at it. */
async function note(ctx: OutwardContext, catalog: Catalog, record: PictureRecord): Promise<PictureProgress> {
  await writePictureRecord(ctx, record);
  const progress = pictureProgress(catalog, record);
  const { done, total } = progress;
  await ctx.publish(ctx.db, {
    topic: 'staff:catalog',
    event: 'catalog-import',
    data: { phase: 'pictures', done, total },
  });
  return progress;
}

function describe({ done, total, missing, bytes }: PictureProgress) {
  return { done, total, missing, megabytes: Math.round(bytes / 1024 / 1024) };
}
