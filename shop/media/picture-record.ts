import { z } from 'zod';
import type { Catalog, Skin } from '#shop/catalog/catalog.ts';
import { readSource, skinKey } from '#shop/catalog/sku.ts';
import type { OutwardContext, ShopContext } from '#shop/context.ts';
import { LIST_PICTURE } from './encode-list-picture.ts';

/** Lies in the same storage as its pictures, so that both are lost together. */
const KEY = 'img/prepared.json';
/** Visitors do not ask for pictures of another recipe. */
const RECIPE = `${LIST_PICTURE.format} ${LIST_PICTURE.width}`;

const pictureRecord = z.object({
  recipe: z.literal(RECIPE),
  /** Skins whose picture exists, with its bytes, the original included. */
  done: z.record(z.string(), z.number()),
  /** Skins without a usable picture at the source, with the moment (ISO) of that finding. */
  missing: z.record(z.string(), z.string()),
  /** How often the encoder died during the picture of a skin. */
  ended: z.record(z.string(), z.number()),
  /** null while nothing is wrong. `until` is an ISO time. */
  pause: z
    .object({
      reason: z.enum(['source_silent', 'unreachable', 'encoder_ended']),
      seconds: z.number(),
      until: z.string(),
    })
    .nullable(),
});

export type PictureRecord = z.infer<typeof pictureRecord>;
export type PauseReason = NonNullable<PictureRecord['pause']>['reason'];

/** Reads the record. @throws if the storage does not answer, because an empty record would be wrong. */
export async function readPictureRecord({ files }: Pick<ShopContext, 'files'>): Promise<PictureRecord> {
  const text = await files.read(KEY);
  const parsed = pictureRecord.safeParse(text && parseJson(text.toString('utf8')));
  return parsed.success ? parsed.data : { recipe: RECIPE, done: {}, missing: {}, ended: {}, pause: null };
}

export async function writePictureRecord(
  { files }: Pick<OutwardContext, 'files'>,
  record: PictureRecord,
): Promise<void> {
  await files.write(KEY, Buffer.from(JSON.stringify(record)));
}

export interface PictureProgress {
  /** Of the skins with a picture, those that are prepared; and the skins without a picture at the source. */
  done: number;
  total: number;
  missing: number;
  bytes: number;
  pausedBy: PauseReason | null;
}

/** An item whose file brought no picture is drawn on request. */
export const hasPicture = ({ sku, pictureDigest }: Skin): boolean =>
  pictureDigest !== undefined || readSource(sku) !== null;

/** By its content, where that may change. */
export const recordKey = ({ sku, pictureDigest }: Skin): string => pictureDigest ?? skinKey(sku);

/** The progress for the skins of the current catalogue. */
export function pictureProgress({ skins }: Catalog, record: PictureRecord): PictureProgress {
  const keys = skins.filter(hasPicture).map(recordKey);
  const missing = keys.filter((key) => key in record.missing).length;
  return {
    done: keys.filter((key) => key in record.done).length,
    total: keys.length - missing,
    missing,
    bytes: Object.values(record.done).reduce((sum, bytes) => sum + bytes, 0),
    pausedBy: record.pause?.reason ?? null,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
