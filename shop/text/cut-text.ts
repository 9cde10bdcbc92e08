/** Cuts a text to a length. It counts UTF-16 units, the strictest count, and never cuts an emoji in half. */
export function cutText(text: string, length: number): string {
  let cut = '';
  for (const character of text.trim()) {
    if (cut.length + character.length > length) break;
    cut += character;
  }
  return cut;
}
