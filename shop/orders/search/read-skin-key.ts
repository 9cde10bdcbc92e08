/** `Ahri_3` as champion and number; null if it is no such key. */
export function readSkinKey(text: string): { championId: string; num: number } | null {
  const [, championId, num] = /^(\w{1,40})_(\d{1,6})$/.exec(text) ?? [];
  return championId && num ? { championId, num: Number(num) } : null;
}
