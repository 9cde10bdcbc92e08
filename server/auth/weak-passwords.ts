import { checkPasswordStrength, PASSWORD_ADVICE } from '#shop/accounts/profile/check-password-strength.ts';

/** Calls that set a password, with its field. The first password of staff comes from the operator's settings. */
const FIELDS: Record<string, string> = {
  '/sign-up/email': 'password',
  '/change-password': 'newPassword',
  '/reset-password': 'newPassword',
};
/** The library refuses shorter ones with its own message. */
const SHORTEST = 6;

/** @returns the reason of a refusal, or null if the call sets no password or a usable one. */
export async function findWeakPassword(
  call: { path: string; body: Record<string, unknown> },
  brandName: string,
  whoseIsIt: () => Promise<{ name: string; email: string } | null>,
): Promise<{ code: string; message: string } | null> {
  const field = Object.hasOwn(FIELDS, call.path) ? FIELDS[call.path] : undefined;
  const password = field && call.body[field];
  if (typeof password !== 'string' || password.length < SHORTEST) return null;
  const owner = await whoseIsIt();
  const verdict = await checkPasswordStrength(password, {
    names: [brandName, owner?.name ?? ''],
    email: owner?.email ?? '',
  });
  if (verdict === 'fine') return null;
  return { code: `PASSWORD_TOO_${verdict.toUpperCase()}`, message: PASSWORD_ADVICE[verdict] };
}
