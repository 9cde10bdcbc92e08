/**
 * What two spellings of a name have in common: `Kha'Zix` and `khazix`, `Dragão` and `dragao`, `K/DA` and
 * `kda`. Runs in the browser too, so it imports nothing.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
