import { z } from 'zod';
import type { Executor } from '#db/client.server.ts';
import type { SkinFileRow } from '#db/schema.ts';
import { addressOf, skinKey } from '#shop/catalog/sku.ts';
import type { ShopContext } from '#shop/context.ts';
import { readStoredFiles, type StoredFile } from './stored-file.ts';

/** The file of a skin in the form that staff read. */
export interface SkinFile {
  sku: string;
  skinName: string;
  championName: string;
  splashPath: string;
  /** null: the shop keeps the file. */
  link: string | null;
  stored: StoredFile | null;
  auto: boolean;
  state: SkinFileRow['state'];
  checkedAt: Date | null;
  /** What the last check met, in a sentence for staff. */
  failure: string | null;
  version: number;
  updating: boolean;
  updatedAt: Date;
}

const shown = z.object({
  sku: z.string(),
  skinName: z.string(),
  link: z.string().nullable(),
  fileId: z.string().nullable(),
  auto: z.boolean(),
  broken: z.boolean(),
  checkedAt: z.date().nullable(),
  state: z.string(),
  version: z.number(),
  sha256: z.string().nullable(),
  size: z.number().nullable(),
  updatedAt: z.date(),
});

/** A skin's file as the API shows it. */
export const shownSkinFile = z
  .custom<SkinFile>()
  .transform((file): z.input<typeof shown> => ({
    ...file,
    fileId: file.stored?.id ?? null,
    broken: file.state === 'broken',
    sha256: file.stored?.sha256 ?? null,
    size: file.stored?.size ?? null,
  }))
  .pipe(shown);

export type SkinOfFile = Pick<SkinFile, 'sku' | 'skinName' | 'championName' | 'splashPath'>;

export async function describeFiles(
  ctx: ShopContext,
  executor: Executor,
  rows: SkinFileRow[],
): Promise<SkinFile[]> {
  const stored = await readStoredFiles(
    executor,
    rows.flatMap((row) => row.file_id ?? []),
  );
  return rows.map((row) => ({
    ...nameSkin(ctx, row.sku),
    link: row.link,
    stored: (row.file_id && stored.get(row.file_id)) || null,
    auto: row.auto,
    state: row.state,
    checkedAt: row.checked_at,
    failure: row.failure,
    version: row.version,
    updating: row.updating,
    updatedAt: row.updated_at,
  }));
}

export async function describeFile(
  ctx: ShopContext,
  executor: Executor,
  row: SkinFileRow,
): Promise<SkinFile> {
  const [file] = await describeFiles(ctx, executor, [row]);
  if (!file) throw new Error('One row is described as one file.');
  return file;
}

/** A skin that left the catalogue keeps its file, under the only name that is left. */
export function nameSkin(ctx: ShopContext, sku: string): SkinOfFile {
  const skin = ctx.catalog.current().findSkin(sku);
  const [group, id] = addressOf(sku);
  return {
    sku,
    skinName: skin?.name ?? `Skin ${id} (fora do catálogo)`,
    championName: skin?.championName ?? group,
    splashPath: skin?.splashPath ?? `/img/${skinKey(sku)}`,
  };
}
