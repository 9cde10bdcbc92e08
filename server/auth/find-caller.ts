import type { ShopContext } from '#shop/context.ts';
import type { Auth } from '../auth.ts';
import { openSecondFactor } from '../open-second-factor.ts';
import { textOf, type AuthCall } from './auth-call.ts';

/** Whose account a call to the auth library is about, before the library is asked. */
export function createCallerFinder(auth: Auth, shop: ShopContext) {
  function sessionOf({ headers }: AuthCall) {
    return auth.api.getSession({ headers, query: { disableRefresh: true } });
  }

  async function signedInUser(call: AuthCall): Promise<string | null> {
    return (await sessionOf(call))?.user.id ?? null;
  }

  /** Who has given the right password and owes the code. */
  async function challengedUser({ headers }: AuthCall): Promise<string | null> {
    const { createAuthCookie, internalAdapter } = await auth.$context;
    const { name } = createAuthCookie('two_factor');
    const cookie = headers
      .get('cookie')
      ?.split(/;\s*/)
      .find((pair) => pair.startsWith(`${name}=`));
    const identifier = cookie?.slice(name.length + 1).split('.')[0];
    if (!identifier?.startsWith('2fa-')) return null;
    const challenge = await internalAdapter.findVerificationValue(identifier);
    return challenge && challenge.expiresAt > shop.now() ? challenge.value : null;
  }

  /** Who holds the link of a recovery mail. */
  async function recoveringUser({ body: { token } }: AuthCall): Promise<string | null> {
    if (typeof token !== 'string' || token === '') return null;
    const { internalAdapter } = await auth.$context;
    const link = await internalAdapter.findVerificationValue(`reset-password:${token}`);
    return link && link.expiresAt > shop.now() ? link.value : null;
  }

  /** Whose password it would become. */
  async function passwordOwner(call: AuthCall): Promise<{ name: string; email: string } | null> {
    if (call.path === '/sign-up/email') {
      return { name: textOf(call.body.name), email: textOf(call.body.email) };
    }
    if (call.path === '/reset-password') {
      const userId = await recoveringUser(call);
      return userId ? (await auth.$context).internalAdapter.findUserById(userId) : null;
    }
    return (await sessionOf(call))?.user ?? null;
  }

  /** Sealed under another AUTH_SECRET than the one of now: no code is right any more. */
  async function hasUnreadableFactor(userId: string): Promise<boolean> {
    const { secret } = await auth.$context;
    const factor = await shop.db
      .selectFrom('second_factors')
      .select(['secret', 'recovery_codes'])
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return factor !== undefined && (await openSecondFactor(secret, factor)) === null;
  }

  return { sessionOf, signedInUser, challengedUser, recoveringUser, passwordOwner, hasUnreadableFactor };
}

export type CallerFinder = ReturnType<typeof createCallerFinder>;
