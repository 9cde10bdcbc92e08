import type { Executor } from '#db/client.server.ts';
import type { SkinFileRow } from '#db/schema.ts';
import { skinKey } from '#shop/catalog/catalog.ts';
import type { ShopContext } from '#shop/context.ts';
import { readKeptFiles, type KeptFile } from './kept-file.ts';

/** The file of a skin in the form that staff read. */
export interface SkinFile {
  championId: string;
  skinNum: number;
  skinName: string;
  championName: string;
  splashPath: string;
  /** null: the shop keeps the file. */
  link: string | null;
  kept: KeptFile | null;
  auto: boolean;
  state: SkinFileRow['state'];
  checkedAt: Date | null;
  /** What the last check met, in a sentence for staff. */
  failure: string | null;
  version: number;
  updating: boolean;
  updatedAt: Date;
}

export type SkinOfFile = Pick<
  SkinFile,
  'championId' | 'skinNum' | 'skinName' | 'championName' | 'splashPath'
>;

export async function describeFiles(
  ctx: ShopContext,
  executor: Executor,
  rows: SkinFileRow[],
): Promise<SkinFile[]> {
  const kept = await readKeptFiles(
    executor,
    rows.flatMap((row) => row.file_id ?? []),
  );
  return rows.map((row) => ({
    ...nameSkin(ctx, row.champion_id, row.skin_num),
    link: row.link,
    kept: (row.file_id && kept.get(row.file_id)) || null,
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
export function nameSkin(ctx: ShopContext, championId: string, skinNum: number): SkinOfFile {
  const skin = ctx.catalog.current().findSkin(championId, skinNum);
  return {
    championId,
    skinNum,
    skinName: skin?.name ?? `Skin ${skinNum} (fora do catálogo)`,
    championName: skin?.championName ?? championId,
    splashPath: skin?.splashPath ?? `/img/${skinKey(championId, skinNum)}`,
  };
}
