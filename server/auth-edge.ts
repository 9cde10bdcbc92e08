import { z } from 'zod';
import { answerError } from '#app/endpoints/answer-error.ts';
import type { ShopContext } from '#shop/context.ts';
import { addressGroup } from '#shop/limits/address-group.ts';
import { limits } from '#shop/limits/limits.ts';
import { sayWait } from '#shop/limits/say-wait.ts';
import { forgetTries, giveTryBack, takeTry } from '#shop/limits/take-try.ts';
import { spellAddress } from './any-address.ts';
import { CLIENT_ADDRESS_HEADER, type Auth } from './auth.ts';
import { hideSessionTokens } from './hide-session-tokens.ts';
import { openSecondFactor } from './open-second-factor.ts';
import { createSecurityEvents, isSecurityCall } from './security-events.ts';
import { findWeakPassword } from './weak-passwords.ts';

const BASE_PATH = '/api/auth';
/** Spellings that the library's router would take for the same path must not pass as another one here. */
const PLAIN_PATH = /^(?:\/[a-z]+(?:-[a-z]+)*)+$/;
const SLOW_ANSWER_MS = 2_000;
/** Calls that name somebody who is here already; whoever is new needs an address that mail reaches. */
const LOOKS_UP = new Set(['/sign-in/email', '/request-password-reset']);

const NOT_CONFIRMED = 'Confirme seu e-mail antes de ativar a verificação em duas etapas.';

type Body = Record<string, unknown>;
interface Call {
  path: string;
  body: Body;
  headers: Headers;
  /** The place it comes from, as limits count places. */
  place: string;
  requestId: string;
  handle: () => Promise<Response>;
}

export interface AuthEdge {
  /** Answers a request to `/api/auth/*`, whether a browser sent it or a screen's action. */
  answer(request: Request, about: { ip: string; requestId: string }): Promise<Response>;
}

/**
 * The only way to the auth library: counts tries by account and by address, in the database, before any password
 * is looked at (threats 23 and 24); answers alike for known and unknown people; hides session tokens.
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
  const recordSecurityEvent = createSecurityEvents(shop);

  async function signIn(call: Call): Promise<Response> {
    const email = textOf(call.body.email).toLowerCase();
    const here = await takeTry(shop, limits.signInHere, email, call.place);
    if (!here.ok) return tooMany(call, here.retryAfterSeconds);
    const address = await takeTry(shop, limits.signInAddress, call.place);
    if (!address.ok) return tooMany(call, address.retryAfterSeconds);
    // Guessed at from many places at once: slower for everybody, the owner too, and closed to nobody.
    const account = await takeTry(shop, limits.signInAccount, email);
    if (!account.ok) await wait(SLOW_ANSWER_MS);
    const response = await call.handle();
    if (response.ok) {
      await forgetTries(shop, limits.signInHere, email, call.place);
      await giveTryBack(shop, limits.signInAddress, call.place);
      if (account.ok) await giveTryBack(shop, limits.signInAccount, email);
    }
    return response;
  }

  async function signUp(call: Call): Promise<Response> {
    const email = textOf(call.body.email).toLowerCase();
    const here = await takeTry(shop, limits.signUpHere, email, call.place);
    if (!here.ok) return tooMany(call, here.retryAfterSeconds);
    const address = await takeTry(shop, limits.signUpAddress, call.place);
    if (!address.ok) return tooMany(call, address.retryAfterSeconds);
    // Each account that is made mails its address: opened and deleted in turns, that would be mail without end.
    const account = await takeTry(shop, limits.signUpAccount, email);
    if (!account.ok) return tooMany(call, account.retryAfterSeconds);
    const response = await call.handle();
    if (!response.ok) await giveTryBack(shop, limits.signUpAccount, email);
    return response;
  }

  /** Mails a link to an address that anybody may name. */
  async function sendLink(call: Call): Promise<Response> {
    const subject = textOf(call.body.email).toLowerCase();
    const address = await takeTry(shop, limits.recoveryAddress, call.place);
    if (!address.ok) return tooMany(call, address.retryAfterSeconds);
    // The library refuses it without looking anybody up.
    if (!z.email().safeParse(spellAddress(subject)).success) return call.handle();
    const here = await takeTry(shop, limits.recoveryHere, subject, call.place);
    if (!here.ok) return tooMany(call, here.retryAfterSeconds);
    const account = await takeTry(shop, limits.recoveryAccount, subject);
    // Answered before anybody is looked up: neither words nor time tell who has an account here.
    if (account.ok) {
      shop.inBackground('account_link', async () => {
        const { status } = await call.handle();
        if (status >= 400) shop.log.warn('account_link.refused', { path: call.path, status });
      });
    }
    return Response.json({ status: true });
  }

  /** Whoever holds a session is asked for the password again. */
  async function askPassword(call: Call): Promise<Response> {
    const userId = await signedInUser(call);
    if (!userId) return call.handle();
    const here = await takeTry(shop, limits.passwordHere, userId, call.place);
    if (!here.ok) return tooMany(call, here.retryAfterSeconds);
    const response = await call.handle();
    if (response.ok) await forgetTries(shop, limits.passwordHere, userId, call.place);
    return response;
  }

  /** Whoever opened an account with somebody else's address would lock its owner out for good (threat 65). */
  async function startSecondFactor(call: Call): Promise<Response> {
    const session = await auth.api.getSession({ headers: call.headers, query: { disableRefresh: true } });
    if (session && !session.user.emailVerified)
      return refuse(403, 'EMAIL_NOT_CONFIRMED', call.requestId, NOT_CONFIRMED);
    return askPassword(call);
  }

  async function askCode(call: Call): Promise<Response> {
    const address = await takeTry(shop, limits.codeAddress, call.place);
    if (!address.ok) return tooMany(call, address.retryAfterSeconds);
    const challenged = await challengedUser(call);
    const userId = challenged ?? (await signedInUser(call));
    if (!userId) return call.handle();
    const here = await takeTry(shop, limits.codeHere, userId, call.place);
    if (!here.ok) return tooMany(call, here.retryAfterSeconds);
    // The library would fail with 500 and write its trace past the log.
    if (await isUnreadable(userId)) {
      shop.log.error('second_factor.unreadable', { userId, requestId: call.requestId });
      return refuse(409, 'SECOND_FACTOR_UNREADABLE', call.requestId);
    }
    const isTotpSignIn = challenged !== null && call.path === '/two-factor/verify-totp';
    const response = isTotpSignIn ? await signInWithCode(call, challenged) : await call.handle();
    if (response.ok) {
      await forgetTries(shop, limits.codeHere, userId, call.place);
      await giveTryBack(shop, limits.codeAddress, call.place);
    }
    return response;
  }

  /** Sealed under another AUTH_SECRET than the one of now: no code is right any more. */
  async function isUnreadable(userId: string): Promise<boolean> {
    const { secret } = await auth.$context;
    const factor = await shop.db
      .selectFrom('second_factors')
      .select(['secret', 'recovery_codes'])
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return factor !== undefined && (await openSecondFactor(secret, factor)) === null;
  }

  async function signInWithCode(call: Call, userId: string): Promise<Response> {
    const account = await takeTry(shop, limits.codeAccount, userId);
    if (!account.ok) {
      const hint = 'Se não puder esperar, use um código de recuperação.';
      return tooMany(call, account.retryAfterSeconds, `${sayWait(account.retryAfterSeconds)} ${hint}`);
    }
    const code = textOf(call.body.code);
    const once = await takeTry(shop, limits.codeOnce, userId, code);
    if (!once.ok) return refuse(401, 'CODE_ALREADY_USED', call.requestId);
    const response = await call.handle();
    if (response.ok) await giveTryBack(shop, limits.codeAccount, userId);
    else await forgetTries(shop, limits.codeOnce, userId, code);
    return response;
  }

  async function anythingElse(call: Call): Promise<Response> {
    const taken = await takeTry(shop, limits.otherAccountCalls, call.place);
    return taken.ok ? call.handle() : tooMany(call, taken.retryAfterSeconds);
  }

  async function signedInUser({ headers }: Pick<Call, 'headers'>): Promise<string | null> {
    const session = await auth.api.getSession({ headers, query: { disableRefresh: true } });
    return session?.user.id ?? null;
  }

  /** Who holds the link of a recovery mail. */
  async function recoveringUser(token: unknown): Promise<string | null> {
    if (typeof token !== 'string' || token === '') return null;
    const { internalAdapter } = await auth.$context;
    const link = await internalAdapter.findVerificationValue(`reset-password:${token}`);
    return link && link.expiresAt > shop.now() ? link.value : null;
  }

  /** Whose password it would become. */
  async function passwordOwner(call: Call): Promise<{ name: string; email: string } | null> {
    if (call.path === '/sign-up/email') {
      return { name: textOf(call.body.name), email: textOf(call.body.email) };
    }
    if (call.path === '/reset-password') {
      const userId = await recoveringUser(call.body.token);
      return userId ? (await auth.$context).internalAdapter.findUserById(userId) : null;
    }
    const session = await auth.api.getSession({ headers: call.headers, query: { disableRefresh: true } });
    return session?.user ?? null;
  }

  async function answerCall(call: Call): Promise<Response> {
    const weak = await findWeakPassword(call, shop.settings.brandName, () => passwordOwner(call));
    if (weak) return refuse(422, weak.code, call.requestId, weak.message);
    const guard = Object.hasOwn(guards, call.path) ? guards[call.path] : undefined;
    return (guard ?? anythingElse)(call);
  }

  async function answerAndRecord(call: Call): Promise<Response> {
    if (!isSecurityCall(call.path)) return answerCall(call);
    // Asked before: afterwards the session or the link is gone.
    const challenged = await challengedUser(call);
    const accountId =
      challenged ??
      (call.path === '/reset-password' ? await recoveringUser(call.body.token) : await signedInUser(call));
    const response = await answerCall(call);
    const isChallenged = challenged !== null;
    await recordSecurityEvent({ ...call, email: textOf(call.body.email), accountId, isChallenged }, response);
    return response;
  }

  /** Who has given the right password and owes the code. */
  async function challengedUser({ headers }: Pick<Call, 'headers'>): Promise<string | null> {
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

  const guards: Record<string, (call: Call) => Promise<Response>> = {
    '/sign-in/email': signIn,
    '/sign-up/email': signUp,
    '/request-password-reset': sendLink,
    '/send-verification-email': sendLink,
    '/change-password': askPassword,
    '/verify-password': askPassword,
    '/two-factor/enable': startSecondFactor,
    '/two-factor/disable': askPassword,
    '/two-factor/generate-backup-codes': askPassword,
    '/two-factor/get-totp-uri': askPassword,
    '/two-factor/verify-totp': askCode,
    '/two-factor/verify-backup-code': askCode,
  };

  return {
    async answer(request, { ip, requestId }) {
      const headers = new Headers(request.headers);
      headers.set(CLIENT_ADDRESS_HEADER, ip);
      if (request.method !== 'POST') {
        return hideSessionTokens(await auth.handler(new Request(request.url, { headers })));
      }
      const url = new URL(request.url);
      const path = url.pathname.slice(BASE_PATH.length);
      if (!PLAIN_PATH.test(path)) return refuse(404, 'NOT_FOUND', requestId);
      const body = await readBody(request);
      if (!body) return refuse(400, 'MALFORMED', requestId);
      if (path === '/request-password-reset') body.redirectTo = '/auth/nova-senha';
      // Whoever changes a password because somebody else knows it wants that one out (threat 64).
      if (path === '/change-password') body.revokeOtherSessions = true;
      headers.set('content-type', 'application/json');
      headers.delete('content-length');
      // What was counted is what is handled: written anew from what was read.
      const handle = () => {
        const email =
          typeof body.email === 'string' && LOOKS_UP.has(path) ? spellAddress(body.email) : undefined;
        const handled = email === undefined ? body : { ...body, email };
        return auth.handler(new Request(url, { method: 'POST', headers, body: JSON.stringify(handled) }));
      };
      const call: Call = { path, body, headers, place: addressGroup(ip), requestId, handle };
      return hideSessionTokens(await answerAndRecord(call));
    },
  };
}

/** null: neither empty nor a JSON object that the library could store. */
async function readBody(request: Request): Promise<Body | null> {
  const text = await request.text();
  if (text === '') return {};
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) return null;
  try {
    let isStorable = true;
    const parsed: unknown = JSON.parse(text, (_key, value: unknown) => {
      // The library hands both on to PostgreSQL as they are, which refuses them: that would be a 500.
      if (value === null || (typeof value === 'string' && value.includes('\0'))) isStorable = false;
      return value;
    });
    return isStorable && typeof parsed === 'object' && !Array.isArray(parsed) ? (parsed as Body) : null;
  } catch {
    return null;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function tooMany(
  call: Call,
  retryAfterSeconds: number,
  message = sayWait(retryAfterSeconds),
): Promise<Response> {
  return refuse(429, 'TOO_MANY_REQUESTS', call.requestId, message, {
    'Retry-After': String(retryAfterSeconds),
  });
}

/** The library's `code` and `message`, and the shop's `error` (docs/contract.md), in one body. */
async function refuse(
  status: number,
  code: string,
  requestId: string,
  message?: string,
  headers?: Record<string, string>,
): Promise<Response> {
  const answer = answerError(status, code.toLowerCase(), requestId, message);
  const { error } = (await answer.json()) as { error: { message: string } };
  return Response.json(
    { code, message: error.message, error },
    { status, headers: { 'Cache-Control': 'no-store', ...headers } },
  );
}
