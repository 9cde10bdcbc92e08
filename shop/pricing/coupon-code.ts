export const CODE_PATTERN = /^[A-Z0-9_-]{3,30}$/;

/** Codes are written in capitals, and typed as it comes. */
export function tidyCode(typed: string): string {
  return typed.replaceAll(/\s/g, '').toUpperCase();
}
