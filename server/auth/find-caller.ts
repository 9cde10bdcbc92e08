import type { ShopContext } from '#shop/context.ts';
import type { Auth } from './auth.ts';
import { openSecondFactor } from './open-second-factor.ts';
import { readSessionToken } from './read-session-token.ts';
import { textOf, type AuthCall } from './auth-call.ts';

/** The account that a call to the auth library is about, found before the call. */
export function createCallerFinder(auth: Auth, shop: ShopContext) {
  function sessionOf({ headers }: AuthCall) {
    return auth.api.getSession({ headers, query: { disableRefresh: true } });
  }

  async function signedInUser(call: AuthCall): Promise<string | null> {
    return (await sessionOf(call))?.user.id ?? null;
  }

  /** The token of the session that an answer opens. */
  async function openedSession({ headers }: Response): Promise<string | null> {
    const { authCookies, secret } = await auth.$context;
    const set = headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
    return readSessionToken(set.join('; '), authCookies.sessionToken.name, secret);
  }

  /** The person who has given the right password and must give the code. */
  function challengedUser({ headers }: AuthCall): Promise<string | null> {
    return auth.api.findChallengedUser({ headers });
  }

  async function linkHolder({ body: { token } }: AuthCall) {
    return typeof token === 'string' && token !== ''
      ? auth.api.findRecoveringUser({ body: { token } })
      : null;
  }

  /** The person of the link in a recovery mail. */
  async function recoveringUser(call: AuthCall): Promise<string | null> {
    return (await linkHolder(call))?.id ?? null;
  }

  /** The person whose password would change. */
  async function passwordOwner(call: AuthCall): Promise<{ name: string; email: string } | null> {
    if (call.path === '/sign-up/email') {
      return { name: textOf(call.body.name), email: textOf(call.body.email) };
    }
    if (call.path === '/reset-password') return linkHolder(call);
    return (await sessionOf(call))?.user ?? null;
  }

  /** The secret was encrypted with another AUTH_SECRET: no code is right any more. */
  async function hasUnreadableFactor(userId: string): Promise<boolean> {
    const factor = await shop.db
      .selectFrom('second_factors')
      .select(['secret', 'recovery_codes'])
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return factor !== undefined && (await openSecondFactor(auth.options.secret, factor)) === null;
  }

  return {
    sessionOf,
    openedSession,
    signedInUser,
    challengedUser,
    recoveringUser,
    passwordOwner,
    hasUnreadableFactor,
  };
}

export type CallerFinder = ReturnType<typeof createCallerFinder>;
