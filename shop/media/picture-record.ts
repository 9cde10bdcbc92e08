import { z } from 'zod';
import { skinKey, type Catalog } from '#shop/catalog/catalog.ts';
import type { OutwardContext, ShopContext } from '#shop/context.ts';
import { splashWidths } from './encode-splash.ts';

/** Beside the pictures it speaks of, so that it is lost together with them and never without. */
const KEY = 'img/prepared.json';
/** Pictures made to another recipe are not the ones that visitors ask for. */
const RECIPE = `avif ${splashWidths.join(' ')}`;

const pictureRecord = z.object({
  recipe: z.literal(RECIPE),
  /** Skins whose pictures are all there, and how many bytes they take, the original included. */
  done: z.record(z.string(), z.number()),
  /** Skins without a picture at the source, and when (ISO) it said so. */
  missing: z.record(z.string(), z.string()),
  /** ISO time of the first question that the source left unanswered; null while it answers. */
  silentSince: z.string().nullable(),
});

export type PictureRecord = z.infer<typeof pictureRecord>;

/** What is there already. @throws when the storage does not answer, since a fresh start would be the wrong guess. */
export async function readPictureRecord({ files }: Pick<ShopContext, 'files'>): Promise<PictureRecord> {
  const text = await files.read(KEY);
  const parsed = pictureRecord.safeParse(text && parseJson(text.toString('utf8')));
  return parsed.success ? parsed.data : { recipe: RECIPE, done: {}, missing: {}, silentSince: null };
}

export async function writePictureRecord(
  { files }: Pick<OutwardContext, 'files'>,
  record: PictureRecord,
): Promise<void> {
  await files.write(KEY, Buffer.from(JSON.stringify(record)));
}

export interface PictureProgress {
  /** Skins whose pictures are prepared, of those that have any; and those that have none at the source. */
  done: number;
  total: number;
  missing: number;
  bytes: number;
  isSourceSilent: boolean;
}

/** How far it is for the skins that are in the catalogue now. */
export function pictureProgress({ skins }: Catalog, record: PictureRecord): PictureProgress {
  const keys = skins.map(({ championId, num }) => skinKey(championId, num));
  const missing = keys.filter((key) => key in record.missing).length;
  return {
    done: keys.filter((key) => key in record.done).length,
    total: keys.length - missing,
    missing,
    bytes: Object.values(record.done).reduce((sum, bytes) => sum + bytes, 0),
    isSourceSilent: record.silentSince !== null,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
