import { createHmac, hkdfSync } from 'node:crypto';
import type { ShopContext } from '#shop/context.ts';

/** A call to the auth library that changes who may get in, or tried to. */
export interface SecurityCall {
  path: string;
  requestId: string;
  /** As limits count places: an address, or the network of one. */
  place: string;
  /** The address that was typed, if one was. */
  email: string;
  /** Whose session or challenge came with the call. */
  accountId: string | null;
  /** The password is right and the code is owed; false: signed in already, or nobody. */
  isChallenged: boolean;
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
 * Writes sign-ins and what else opens or closes an account as lines of their own (ASVS 5.0, 16.3.1): by account id,
 * and by a keyed hash of what was typed and whence, so that lines of one person or place can be laid side by side
 * and nobody is named (threat 42). Call it once per answer; it reads a copy.
 */
export function createSecurityEvents(shop: ShopContext) {
  const key = Buffer.from(hkdfSync('sha256', shop.settings.sealingKey, '', 'fulgor security events', 32));
  const pseudonym = (kind: string, text: string) =>
    createHmac('sha256', key).update(`${kind} ${text}`).digest('hex').slice(0, 32);

  return async function record(call: SecurityCall, response: Response): Promise<void> {
    const isCodeOfSignIn = call.isChallenged && call.path.startsWith('/two-factor/verify');
    const name = isCodeOfSignIn ? 'sign_in_code' : NAMES[call.path];
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
