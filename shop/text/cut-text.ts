/** For a limit on a text's length. Counts UTF-16 units, the strictest reading, and never halves an emoji. */
export function cutText(text: string, length: number): string {
  let cut = '';
  for (const character of text.trim()) {
    if (cut.length + character.length > length) break;
    cut += character;
  }
  return cut;
}
