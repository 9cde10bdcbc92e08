import { z } from 'zod';
import { skinKey, type Catalog } from '#shop/catalog/catalog.ts';
import type { OutwardContext, ShopContext } from '#shop/context.ts';
import { LIST_PICTURE } from './encode-list-picture.ts';

/** Beside the pictures it speaks of, so that it is lost together with them and never without. */
const KEY = 'img/prepared.json';
/** Pictures made to another recipe are not the ones that visitors ask for. */
const RECIPE = `${LIST_PICTURE.format} ${LIST_PICTURE.width}`;

const pictureRecord = z.object({
  recipe: z.literal(RECIPE),
  /** Skins whose picture is there, and how many bytes it takes, the original included. */
  done: z.record(z.string(), z.number()),
  /** Skins without a usable picture at the source, and when (ISO) that was found. */
  missing: z.record(z.string(), z.string()),
  /** How often the encoder ended during a skin's picture. */
  ended: z.record(z.string(), z.number()),
  /** Null while nothing is in the way. `until` is an ISO time. */
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

/** What is there already. @throws when the storage does not answer, since a fresh start would be the wrong guess. */
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
  /** Skins whose picture is prepared, of those that have any; and those that have none at the source. */
  done: number;
  total: number;
  missing: number;
  bytes: number;
  pausedBy: PauseReason | null;
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
