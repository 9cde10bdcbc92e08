/**
 * Makes spellings of one name equal: `Kha'Zix` and `khazix`, `Dragão` and `dragao`, `K/DA` and `kda`. It runs in the
 * browser too, so it imports nothing.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
