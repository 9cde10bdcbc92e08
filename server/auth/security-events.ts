import { createHmac, hkdfSync } from 'node:crypto';
import type { ShopContext } from '#shop/context.ts';

/** A call to the auth library that changes, or tries to change, who may sign in. */
export interface SecurityCall {
  path: string;
  requestId: string;
  /** A network address, or the network of an IPv6 address, as limits count it. */
  place: string;
  /** The typed e-mail address, if any. */
  email: string;
  /** The person of the session or challenge in the call. */
  accountId: string | null;
  /** The password is right and the code is missing. false: signed in already, or nobody. */
  isChallenged: boolean;
  /** Signed in, with a second factor: a code is asked for again, and switches nothing on. */
  isProtected: boolean;
}

const NAMES: Record<string, string> = {
  '/sign-in/email': 'sign_in',
  '/sign-up/email': 'sign_up',
  '/sign-out': 'sign_out',
  '/change-password': 'password_change',
  '/reset-password': 'password_reset',
  '/request-password-reset': 'password_reset_link',
  '/two-factor/enable': 'second_factor_setup',
  '/two-factor/verify-totp': 'second_factor_switched_on',
  '/two-factor/verify-backup-code': 'second_factor_recovery_code',
  '/two-factor/disable': 'second_factor_switched_off',
  '/two-factor/generate-backup-codes': 'second_factor_new_recovery_codes',
  '/revoke-session': 'session_ended',
  '/revoke-sessions': 'session_ended',
  '/revoke-other-sessions': 'session_ended',
};

export const isSecurityCall = (path: string): boolean => Object.hasOwn(NAMES, path);

/**
 * Logs sign-ins and everything that opens or closes an account (ASVS 5.0, 16.3.1). A line has the account id and
 * keyed hashes of the typed address and of the network address, so that lines can be compared without naming anybody.
 * Call it once for each answer; it reads a copy.
 */
export function createSecurityEvents(shop: ShopContext) {
  const key = Buffer.from(hkdfSync('sha256', shop.settings.sealingKey, '', 'fulgor security events', 32));
  const pseudonym = (kind: string, text: string) =>
    createHmac('sha256', key).update(`${kind} ${text}`).digest('hex').slice(0, 32);

  return async function record(call: SecurityCall, response: Response): Promise<void> {
    const isOfSignIn = call.isChallenged && call.path.startsWith('/two-factor/verify');
    const isAskedAgain = call.isProtected && call.path === '/two-factor/verify-totp';
    const name = isOfSignIn ? 'sign_in_code' : isAskedAgain ? 'second_factor_confirmed' : NAMES[call.path];
    if (!name) return;
    const body = (await response
      .clone()
      .json()
      .catch(() => null)) as { code?: string; user?: { id?: string }; twoFactorRedirect?: boolean } | null;
    const fields = {
      requestId: call.requestId,
      accountId: body?.user?.id ?? call.accountId ?? undefined,
      person: call.email === '' ? undefined : pseudonym('person', call.email.toLowerCase()),
      place: pseudonym('place', call.place),
      ...(body?.twoFactorRedirect ? { owes: 'code' } : {}),
      ...(response.ok ? {} : { status: response.status, reason: body?.code }),
    };
    if (response.ok) shop.log.info(`security.${name}`, fields);
    else shop.log.warn(`security.${name}_refused`, fields);
  };
}
