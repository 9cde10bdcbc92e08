import type { ShopContext } from '#shop/context.ts';
import { CLIENT_ADDRESS_HEADER, type Auth } from './auth.ts';
import { readAuthCall, textOf, type AuthCall } from './auth-call.ts';
import { createCallerFinder } from './find-caller.ts';
import { createCallLimits } from './limit-calls.ts';
import { explainRefusal, refuseCall } from './refuse-call.ts';
import { hideSessionTokens } from './hide-session-tokens.ts';
import { createSecurityEvents, isSecurityCall } from './security-events.ts';
import { findWeakPassword } from './weak-passwords.ts';

/** All that the library answers to an address that somebody opens. None of them changes anything. */
const MAY_BE_OPENED = /^\/api\/auth\/(?:get-session|list-sessions|ok|reset-password\/[\w-]+)$/;

export interface AuthEdge {
  /** Answers a request to `/api/auth/*`, from a browser or from a screen's action. */
  answer(request: Request, about: { ip: string; requestId: string }): Promise<Response>;
}

/**
 * All calls to the auth library pass here. It counts tries before the library checks a password, answers in the same
 * way for known and unknown people, records what opens or closes an account, and hides session tokens.
 */
export function createAuthEdge({
  auth,
  shop,
  wait = (ms) => new Promise((done) => setTimeout(done, ms)),
}: {
  auth: Auth;
  shop: ShopContext;
  wait?: (ms: number) => Promise<void>;
}): AuthEdge {
  const callers = createCallerFinder(auth, shop);
  const answerWithinLimits = createCallLimits(shop, callers, wait);
  const recordSecurityEvent = createSecurityEvents(shop);

  async function answerCall(call: AuthCall): Promise<Response> {
    const weak = await findWeakPassword(call, shop.settings.brandName, () => callers.passwordOwner(call));
    if (weak) return refuseCall(422, weak.code, call.requestId, weak.message);
    return answerWithinLimits(call);
  }

  async function answerAndRecord(call: AuthCall): Promise<Response> {
    if (!isSecurityCall(call.path)) return answerCall(call);
    // Read before the call: afterwards the session or the link is gone.
    // As the library: a session goes before a sign-in that waits for its code.
    const signedIn = (await callers.sessionOf(call))?.user;
    const challenged = signedIn ? null : await callers.challengedUser(call);
    const recovering = call.path === '/reset-password' ? await callers.recoveringUser(call) : null;
    const about = {
      email: textOf(call.body.email),
      accountId: recovering ?? signedIn?.id ?? challenged,
      isChallenged: challenged !== null,
      isProtected: signedIn?.twoFactorEnabled === true,
    };
    const response = await answerCall(call);
    await recordSecurityEvent({ ...call, ...about }, response);
    return response;
  }

  return {
    async answer(request, about) {
      const explain = async (response: Response) =>
        explainRefusal(await hideSessionTokens(response), about.requestId);
      if (request.method !== 'POST') {
        const { pathname } = new URL(request.url);
        // Links of the release before, which the library would act upon.
        if (pathname === '/api/auth/verify-email')
          return new Response(null, { status: 302, headers: { Location: '/confirmar-email/vencido' } });
        if (!MAY_BE_OPENED.test(pathname)) return refuseCall(404, 'NOT_FOUND', about.requestId);
        const headers = new Headers(request.headers);
        headers.set(CLIENT_ADDRESS_HEADER, about.ip);
        return explain(await auth.handler(new Request(request.url, { headers })));
      }
      const call = await readAuthCall(auth, request, about);
      return call instanceof Response ? call : explain(await answerAndRecord(call));
    },
  };
}
