import type { Visitor } from '#app/request-context.ts';
import { endSessions } from '#shop/accounts/end-sessions.ts';
import { noteSessionSeen } from '#shop/accounts/note-session-seen.ts';
import { readStaffAccess } from '#shop/accounts/read-staff-access.ts';
import { isPastItsEnd } from '#shop/accounts/session-lifetime.ts';
import type { Session } from '#shop/accounts/session.ts';
import type { ShopContext } from '#shop/context.ts';
import type { AuthEdge } from './auth-edge.ts';
import { sessionCookieName, type Auth } from './auth.ts';
import { readKnownSession } from './read-known-session.ts';

/** Who is asking. `cookies` gathers what a rolling session wants set on the answer. */
export function createVisitor(
  parts: { auth: Auth; edge: AuthEdge; shop: ShopContext; appUrl: string; authSecret: string },
  request: Request,
  about: { requestId: string; nonce: string; ip: string },
): { visitor: Visitor; cookies: string[] } {
  const { auth, edge, shop, appUrl } = parts;
  const cookies: string[] = [];
  let known: Promise<Session | null> | undefined;

  async function readSession(): Promise<Session | null> {
    const sent = request.headers.get('cookie');
    if (!sent?.includes('session_token')) return null;
    const cookie = { cookies: sent, cookieName: sessionCookieName(appUrl), secret: parts.authSecret };
    // Should it fail, the library's look-up follows, and what fails there is logged and handled there.
    const session = await readKnownSession(shop, cookie).catch(() => null);
    if (session) {
      noteSessionSeen(shop, session, about.ip);
      return session;
    }
    const { headers, response } = await auth.api.getSession({
      headers: request.headers,
      returnHeaders: true,
    });
    cookies.push(...headers.getSetCookie());
    if (!response) return null;
    const { id, email, name, emailVerified } = response.user;
    const hasSecondFactor = response.user.twoFactorEnabled === true;
    const access = await readStaffAccess(shop, { userId: id, hasSecondFactor });
    const isStaff = access.isStaff || access.owesSecondFactor;
    if (isStaff && isPastItsEnd(response.session, shop.now(), true)) {
      await endSessions(shop, { userId: id, sessionId: response.session.id });
      return null;
    }
    noteSessionSeen(shop, response.session, about.ip);
    return {
      id: response.session.id,
      user: { id, email, name, emailVerified },
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
