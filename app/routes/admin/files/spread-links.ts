/** The links in pasted text, one per line or separated by blanks; what a spreadsheet puts around them is dropped. */
export function spreadLinks(text: string): string[] {
  return (
    text
      // Both begin at the start of a run: from each of its letters a long one would take seconds.
      .split(/(?<![\s,;])[\s,;]+(?=https?:\/\/|"|$)|[\r\n\t]+/i)
      .map((part) => part.trim().replace(/^["']+|(?<!["',;])["',;]+$/g, ''))
      .filter((part) => part !== '')
  );
}
