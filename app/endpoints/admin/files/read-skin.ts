/** The skin that an address names; null where it names none. */
export function readSkin(params: {
  championId: string;
  skinNum: string;
}): { championId: string; skinNum: number } | null {
  return /^[1-9]\d{0,5}$/.test(params.skinNum) && /^\w{1,64}$/.test(params.championId)
    ? { championId: params.championId, skinNum: Number(params.skinNum) }
    : null;
}
