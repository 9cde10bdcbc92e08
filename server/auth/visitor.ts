import type { Visitor } from '#app/request-context.ts';
import { noteSessionSeen } from '#shop/accounts/sessions/note-session-seen.ts';
import { readPictures } from '#shop/accounts/profile/read-pictures.ts';
import { readStaffAccess } from '#shop/accounts/staff/read-staff-access.ts';
import type { Session } from '#shop/accounts/sessions/session.ts';
import { checkDatabase } from '#shop/check-database.ts';
import type { ShopContext } from '#shop/context.ts';
import type { AuthEdge } from './auth-edge.ts';
import type { Auth } from './auth.ts';
import { findSessionDirectly } from './find-session-directly.ts';

/** The visitor of a request. `cookies` collects the cookies that a renewed session sets on the answer. */
export function createVisitor(
  { auth, edge, shop, appUrl }: { auth: Auth; edge: AuthEdge; shop: ShopContext; appUrl: string },
  request: Request,
  about: Pick<Visitor, 'requestId' | 'nonce' | 'ip'>,
): { visitor: Visitor; cookies: string[] } {
  const cookies: string[] = [];
  let known: Promise<Session | null> | undefined;

  async function readSession(): Promise<Session | null> {
    const sent = request.headers.get('cookie');
    if (!sent?.includes('session_token')) return null;
    return (await findSessionDirectly({ auth, shop }, sent, about)) ?? askLibrary();
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
      async authenticate(path, body) {
        const headers = new Headers(request.headers);
        headers.set('content-type', 'application/json');
        headers.set('origin', new URL(appUrl).origin);
        headers.delete('content-length');
        const form = new Request(`${appUrl}/api/auth/${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        });
        // It throws if the database does not answer; the visitor's form must not be lost.
        const answer = await edge.answer(form, about).catch((error: unknown) => {
          shop.log.error('auth.unavailable', { requestId: about.requestId, path, error });
          return new Response(null, { status: 503 });
        });
        // The library answers so itself if the database does not answer it.
        return answer.status === 500 && !(await checkDatabase(shop))
          ? new Response(null, { status: 503 })
          : answer;
      },
    },
  };
}
