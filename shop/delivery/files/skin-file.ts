import type { SkinFileRow } from '#db/schema.ts';
import { skinKey } from '#shop/catalog/catalog.ts';
import type { ShopContext } from '#shop/context.ts';

/** The file of a skin in the form that staff read. */
export interface SkinFile {
  championId: string;
  skinNum: number;
  skinName: string;
  championName: string;
  splashPath: string;
  link: string;
  auto: boolean;
  state: SkinFileRow['state'];
  checkedAt: Date | null;
  version: number;
  updating: boolean;
  updatedAt: Date;
}

export type SkinOfFile = Pick<
  SkinFile,
  'championId' | 'skinNum' | 'skinName' | 'championName' | 'splashPath'
>;

export function describeFile(ctx: ShopContext, row: SkinFileRow): SkinFile {
  return {
    ...nameSkin(ctx, row.champion_id, row.skin_num),
    link: row.link,
    auto: row.auto,
    state: row.state,
    checkedAt: row.checked_at,
    version: row.version,
    updating: row.updating,
    updatedAt: row.updated_at,
  };
}

/** A skin that left the catalogue keeps its file, under the only name that is left. */
function nameSkin(ctx: ShopContext, championId: string, skinNum: number): SkinOfFile {
  const skin = ctx.catalog.current().findSkin(championId, skinNum);
  return {
    championId,
    skinNum,
    skinName: skin?.name ?? `Skin ${skinNum} (fora do catálogo)`,
    championName: skin?.championName ?? championId,
    splashPath: skin?.splashPath ?? `/img/${skinKey(championId, skinNum)}`,
  };
}
