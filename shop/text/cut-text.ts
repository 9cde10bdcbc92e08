/** Cuts a text to a length. It counts UTF-16 units, the strictest count, and never cuts an emoji in half. */
export function cutText(text: string, length: number): string {
  const whole = text.trim();
  if (whole.length <= length) return whole;
  let cut = '';
  for (const character of whole) {
    if (cut.length + character.length > length) break;
    cut += character;
  }
  return cut;
}
