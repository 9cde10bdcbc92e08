const HIDDEN = '••••••••';

/** Its last four characters tell staff which one it is. A short one shows none. */
export function maskSecret(secret: string): string {
  return secret.length < 16 ? HIDDEN : HIDDEN + secret.slice(-4);
}
