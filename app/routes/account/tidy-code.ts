/** Six digits as people copy them, with blanks between. */
export function tidyCode(typed: string): string {
  return typed.replace(/[\s.-]/g, '');
}

/** A recovery code as people copy it: `abcde-FGHIJ`, the hyphen forgotten or a blank in its place. */
export function tidyRecoveryCode(typed: string): string {
  const letters = typed.replace(/[^a-zA-Z0-9]/g, '');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}
