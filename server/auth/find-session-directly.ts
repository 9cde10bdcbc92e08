import { findSession } from '#shop/accounts/sessions/find-session.ts';
import { noteSessionSeen } from '#shop/accounts/sessions/note-session-seen.ts';
import { isPastItsEnd } from '#shop/accounts/sessions/session-lifetime.ts';
import type { Session } from '#shop/accounts/sessions/session.ts';
import type { ShopContext } from '#shop/context.ts';
import { RENEW_AFTER_SECONDS, SESSION_SECONDS, type Auth } from './auth.ts';
import { readSessionToken } from './read-session-token.ts';

/**
 * Reads the session of a Cookie header without the library and its two statements. It handles the common case: a
 * session with no cookie to set and no end to record. null: ask the library.
 */
export async function findSessionDirectly(
  { auth, shop }: { auth: Auth; shop: ShopContext },
  sent: string,
  about: { requestId: string; ip: string },
): Promise<Session | null> {
  const { authCookies, secret } = await auth.$context;
  const token = readSessionToken(sent, authCookies.sessionToken.name, secret);
  if (token === null) return null;
  // A part that this statement cannot read, such as a profile, only costs the picture in the header, not the session.
  const found = await findSession(shop, token).catch((error: unknown) => {
    shop.log.error('session.unreadable_at_once', { requestId: about.requestId, error });
    return null;
  });
  if (!found) return null;
  const { session } = found;
  const leastLeft = (SESSION_SECONDS - RENEW_AFTER_SECONDS) * 1000;
  if (found.expiresAt.getTime() - Date.now() <= leastLeft) return null;
  if (isPastItsEnd(found, shop.now(), session.role !== null || session.owesSecondFactor)) return null;
  noteSessionSeen(shop, { id: session.id, lastSeenAt: found.lastSeenAt }, about.ip);
  return session;
}
