import type { SkinFile } from '#shop/delivery/files/skin-file.ts';

/** A skin's file in the contract's words. */
export function presentSkinFile(file: SkinFile) {
  return {
    champion_id: file.championId,
    skin_num: file.skinNum,
    skin_name: file.skinName,
    link: file.link,
    file_id: file.kept?.id ?? null,
    auto: file.auto,
    broken: file.state === 'broken',
    checked_at: file.checkedAt,
    state: file.state,
    version: file.version,
    sha256: file.kept?.sha256 ?? null,
    size: file.kept?.size ?? null,
    updated_at: file.updatedAt,
  };
}
