import type { Visitor } from '#app/request-context.ts';
import { findSession } from '#shop/accounts/find-session.ts';
import { noteSessionSeen } from '#shop/accounts/note-session-seen.ts';
import { readPictures } from '#shop/accounts/read-pictures.ts';
import { readStaffAccess } from '#shop/accounts/read-staff-access.ts';
import { isPastItsEnd } from '#shop/accounts/session-lifetime.ts';
import type { Session } from '#shop/accounts/session.ts';
import type { ShopContext } from '#shop/context.ts';
import type { AuthEdge } from './auth-edge.ts';
import { RENEW_AFTER_SECONDS, SESSION_SECONDS, type Auth } from './auth.ts';
import { readSessionToken } from './read-session-token.ts';

/** Who is asking. `cookies` gathers what a rolling session wants set on the answer. */
export function createVisitor(
  { auth, edge, shop, appUrl }: { auth: Auth; edge: AuthEdge; shop: ShopContext; appUrl: string },
  request: Request,
  about: Pick<Visitor, 'requestId' | 'nonce' | 'ip' | 'handOver'>,
): { visitor: Visitor; cookies: string[] } {
  const cookies: string[] = [];
  let known: Promise<Session | null> | undefined;

  async function readSession(): Promise<Session | null> {
    const sent = request.headers.get('cookie');
    if (!sent?.includes('session_token')) return null;
    return (await findPlainSession(sent)) ?? askLibrary();
  }

  /** The common case, without the library's two statements and its way through a request: nothing to set or to end. */
  async function findPlainSession(sent: string): Promise<Session | null> {
    const { authCookies, secret } = await auth.$context;
    const token = readSessionToken(sent, authCookies.sessionToken.name, secret);
    if (token === null) return null;
    // What this statement cannot read, a profile for one, costs the header its picture and nobody their session.
    const found = await findSession(shop, token).catch((error: unknown) => {
      shop.log.error('session.unreadable_at_once', { requestId: about.requestId, error });
      return null;
    });
    if (!found) return null;
    const { session } = found;
    const leastLeft = (SESSION_SECONDS - RENEW_AFTER_SECONDS) * 1000;
    if (found.expiresAt.getTime() - Date.now() <= leastLeft) return null;
    if (isPastItsEnd(found, shop.now(), session.isStaff || session.owesSecondFactor)) return null;
    noteSessionSeen(shop, { id: session.id, lastSeenAt: found.lastSeenAt }, about.ip);
    return session;
  }

  async function askLibrary(): Promise<Session | null> {
    const { headers, response } = await auth.api.getSession({
      headers: request.headers,
      returnHeaders: true,
    });
    cookies.push(...headers.getSetCookie());
    if (!response) return null;
    const { id, email, name, emailVerified } = response.user;
    const hasSecondFactor = response.user.twoFactorEnabled === true;
    const access = await readStaffAccess(shop, { userId: id, hasSecondFactor });
    noteSessionSeen(shop, response.session, about.ip);
    const { avatar_key: avatarKey } = await readPictures(shop, id).catch((error: unknown) => {
      shop.log.error('avatar.unreadable', { userId: id, error });
      return { avatar_key: null };
    });
    return {
      id: response.session.id,
      user: { id, email, name, emailVerified },
      avatarKey,
      hasSecondFactor,
      ...access,
    };
  }

  return {
    cookies,
    visitor: {
      ...about,
      session: () => (known ??= readSession()),
      authenticate(path, body) {
        const headers = new Headers(request.headers);
        headers.set('content-type', 'application/json');
        headers.set('origin', new URL(appUrl).origin);
        headers.delete('content-length');
        const form = new Request(`${appUrl}/api/auth/${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        });
        // It throws where its database does not answer; the form that asked is to be kept.
        return edge.answer(form, about).catch((error: unknown) => {
          shop.log.error('auth.unavailable', { requestId: about.requestId, path, error });
          return new Response(null, { status: 503 });
        });
      },
    },
  };
}
