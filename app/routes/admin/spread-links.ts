/** The links in pasted text, one per line or separated by blanks; what a spreadsheet puts around them is dropped. */
export function spreadLinks(text: string): string[] {
  return text
    .split(/[\s,;]+(?=https?:\/\/|"|$)|[\r\n\t]+/i)
    .map((part) => part.trim().replace(/^["']+|["',;]+$/g, ''))
    .filter((part) => part !== '');
}
