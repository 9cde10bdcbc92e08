/** The links in pasted text, one on each line or separated by blanks, without what a spreadsheet puts around them. */
export function spreadLinks(text: string): string[] {
  return (
    text
      // Both patterns start at the beginning of a run. Otherwise they would start at each character, and a long text
      // would take seconds.
      .split(/(?<![\s,;])[\s,;]+(?=https?:\/\/|"|$)|[\r\n\t]+/i)
      .map((part) => part.trim().replace(/^["']+|(?<!["',;])["',;]+$/g, ''))
      .filter((part) => part !== '')
  );
}
