/** Six digits as people copy them, with blanks between. */
export function tidyCode(typed: string): string {
  return typed.replace(/[\s.-]/g, '');
}

/** Corrects a typed recovery code: `abcde-FGHIJ`, also without the hyphen or with a blank instead. */
export function tidyRecoveryCode(typed: string): string {
  const letters = typed.replace(/[^a-zA-Z0-9]/g, '');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}
