import { z } from 'zod';
import type { ShopContext } from '#shop/context.ts';
import { rateLimits } from '#shop/limits/rate-limits.ts';
import {
  resetRateLimit,
  restoreRateLimit,
  consumeRateLimit,
  consumeRateLimits,
} from '#shop/limits/consume-rate-limit.ts';
import { spellAddress } from './any-address.ts';
import { textOf, type AuthCall } from './auth-call.ts';
import type { CallerFinder } from './find-caller.ts';
import { refuseCall, refuseTooMany } from './refuse-call.ts';

const SLOW_ANSWER_MS = 2_000;
const NOT_CONFIRMED = 'Confirme seu e-mail antes de ativar a verificação em duas etapas.';
const HAS_OTHER_CODES = ' Se não puder esperar, use um código de recuperação.';

interface Tools {
  shop: ShopContext;
  callers: CallerFinder;
  wait: (ms: number) => Promise<void>;
}

type Guard = (tools: Tools, call: AuthCall) => Promise<Response>;

async function signIn({ shop, callers, wait }: Tools, call: AuthCall): Promise<Response> {
  const email = textOf(call.body.email).toLowerCase();
  const tried = await consumeRateLimits(shop, [
    { limit: rateLimits.signInHere, subject: [email, call.place] },
    { limit: rateLimits.signInAddress, subject: [call.place] },
  ]);
  if (!tried.ok) return refuseTooMany(call.requestId, tried.retryAfterSeconds);
  // Somebody guesses from many places at once: sign-in becomes slow for everybody, also for the owner, and refuses
  // nobody.
  const account = await consumeRateLimit(shop, rateLimits.signInAccount, email);
  if (!account.ok) await wait(SLOW_ANSWER_MS);
  const startedAt = new Date();
  const response = await call.handle();
  if (response.ok && (await endIfOutdated(shop, await callers.openedSession(response), startedAt)))
    return refuseCall(401, 'INVALID_EMAIL_OR_PASSWORD', call.requestId);
  // Beyond that a right password is a try like any other: each costs its work, and opens a session.
  if (response.ok && (await consumeRateLimit(shop, rateLimits.signInRight, email)).ok) {
    await resetRateLimit(shop, rateLimits.signInHere, email, call.place);
    await restoreRateLimit(shop, rateLimits.signInAddress, call.place);
    if (account.ok) await restoreRateLimit(shop, rateLimits.signInAccount, email);
  }
  return response;
}

/** A new password ends every session; one that was being opened with the old password meanwhile ends here. */
async function endIfOutdated(shop: ShopContext, token: string | null, startedAt: Date): Promise<boolean> {
  if (token === null) return false;
  const ended = await shop.db
    .deleteFrom('sessions')
    .where('token', '=', token)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('credentials')
          .select('credentials.id')
          .whereRef('credentials.user_id', '=', 'sessions.user_id')
          .where('credentials.updated_at', '>=', startedAt),
      ),
    )
    .executeTakeFirst();
  return ended.numDeletedRows > 0n;
}

async function signUp({ shop }: Tools, call: AuthCall): Promise<Response> {
  const email = textOf(call.body.email).toLowerCase();
  const tried = await consumeRateLimits(shop, [
    { limit: rateLimits.signUpHere, subject: [email, call.place] },
    { limit: rateLimits.signUpAddress, subject: [call.place] },
    // Each new account causes a mail: without a limit, opening and deleting in turn would send mail without end.
    { limit: rateLimits.signUpAccount, subject: [email] },
  ]);
  if (!tried.ok) return refuseTooMany(call.requestId, tried.retryAfterSeconds);
  const response = await call.handle();
  if (!response.ok) await restoreRateLimit(shop, rateLimits.signUpAccount, email);
  return response;
}

/** Mails a link to an address that anybody can name. */
async function sendLink({ shop }: Tools, call: AuthCall): Promise<Response> {
  const subject = textOf(call.body.email).toLowerCase();
  const address = await consumeRateLimit(shop, rateLimits.recoveryAddress, call.place);
  if (!address.ok) return refuseTooMany(call.requestId, address.retryAfterSeconds);
  // The library refuses it without a look-up.
  if (!z.email().safeParse(spellAddress(subject)).success) return call.handle();
  // Each by itself: a confirmation that is asked for again and again mails a confirmed address nothing, and must not keep
  // a new password from its owner.
  const here = await consumeRateLimit(shop, rateLimits.recoveryHere, call.path, subject, call.place);
  if (!here.ok) return refuseTooMany(call.requestId, here.retryAfterSeconds);
  const account = await consumeRateLimit(shop, rateLimits.recoveryAccount, call.path, subject);
  // Answered before the look-up: neither text nor time reveals who has an account.
  if (account.ok) {
    shop.inBackground('account_link', async () => {
      const { status } = await call.handle();
      if (status >= 400) shop.log.warn('account_link.refused', { path: call.path, status });
    });
  }
  return Response.json({ status: true });
}

/** Asks the person of a session for the password again. */
async function askPassword({ shop, callers }: Tools, call: AuthCall): Promise<Response> {
  const userId = await callers.signedInUser(call);
  if (!userId) return call.handle();
  const here = await consumeRateLimit(shop, rateLimits.passwordHere, userId, call.place);
  if (!here.ok) return refuseTooMany(call.requestId, here.retryAfterSeconds);
  // Whoever stole a session may have many addresses.
  const account = await consumeRateLimit(shop, rateLimits.codeAccount, userId, 'password');
  if (!account.ok) return refuseTooMany(call.requestId, account.retryAfterSeconds);
  const response = await call.handle();
  if (!response.ok) return response;
  await resetRateLimit(shop, rateLimits.passwordHere, userId, call.place);
  await restoreRateLimit(shop, rateLimits.codeAccount, userId, 'password');
  return response;
}

/**
 * Otherwise a person who opened an account with a stranger's address could lock the stranger out for good.
 */
async function startSecondFactor(tools: Tools, call: AuthCall): Promise<Response> {
  const { callers } = tools;
  const session = await callers.sessionOf(call);
  if (session && !session.user.emailVerified)
    return refuseCall(403, 'EMAIL_NOT_CONFIRMED', call.requestId, NOT_CONFIRMED);
  return askPassword(tools, call);
}

async function askCode(tools: Tools, call: AuthCall): Promise<Response> {
  const { shop, callers } = tools;
  const address = await consumeRateLimit(shop, rateLimits.codeAddress, call.place);
  if (!address.ok) return refuseTooMany(call.requestId, address.retryAfterSeconds);
  // As the library: a session goes before a sign-in that waits for its code.
  const signedIn = await callers.signedInUser(call);
  const userId = signedIn ?? (await callers.challengedUser(call));
  if (!userId) return call.handle();
  const here = await consumeRateLimit(shop, rateLimits.codeHere, userId, call.place);
  if (!here.ok) return refuseTooMany(call.requestId, here.retryAfterSeconds);
  // The library would answer 500 and print its trace outside the log.
  if (await callers.hasUnreadableFactor(userId)) {
    shop.log.error('second_factor.unreadable', { userId, requestId: call.requestId });
    return refuseCall(409, 'SECOND_FACTOR_UNREADABLE', call.requestId);
  }
  const isTotp = call.path === '/two-factor/verify-totp';
  const passOn = signedIn ? confirmWithCode : signInWithCode;
  const response = isTotp ? await passOn(tools, call, userId) : await call.handle();
  if (response.ok) {
    await resetRateLimit(shop, rateLimits.codeHere, userId, call.place);
    await restoreRateLimit(shop, rateLimits.codeAddress, call.place);
  }
  return response;
}

/** The code that a session is asked for again, before it does what matters. Its thief may guess from many addresses. */
async function confirmWithCode({ shop }: Tools, call: AuthCall, userId: string): Promise<Response> {
  const account = await consumeRateLimit(shop, rateLimits.codeAccount, userId, 'signed-in');
  if (!account.ok) return refuseTooMany(call.requestId, account.retryAfterSeconds);
  const response = await call.handle();
  if (response.ok) await restoreRateLimit(shop, rateLimits.codeAccount, userId, 'signed-in');
  return response;
}

async function signInWithCode({ shop }: Tools, call: AuthCall, userId: string): Promise<Response> {
  const account = await consumeRateLimit(shop, rateLimits.codeAccount, userId);
  if (!account.ok) return refuseTooMany(call.requestId, account.retryAfterSeconds, HAS_OTHER_CODES);
  const code = textOf(call.body.code);
  const once = await consumeRateLimit(shop, rateLimits.codeOnce, userId, code);
  if (!once.ok) return refuseCall(401, 'CODE_ALREADY_USED', call.requestId);
  const response = await call.handle();
  if (response.ok) await restoreRateLimit(shop, rateLimits.codeAccount, userId);
  else await resetRateLimit(shop, rateLimits.codeOnce, userId, code);
  return response;
}

async function anythingElse({ shop }: Tools, call: AuthCall): Promise<Response> {
  const taken = await consumeRateLimit(shop, rateLimits.otherAccountCalls, call.place);
  return taken.ok ? call.handle() : refuseTooMany(call.requestId, taken.retryAfterSeconds);
}

const GUARDS = new Map<string, Guard>([
  ['/sign-in/email', signIn],
  ['/sign-up/email', signUp],
  ['/request-password-reset', sendLink],
  ['/send-verification-email', sendLink],
  ['/change-password', askPassword],
  ['/verify-password', askPassword],
  ['/two-factor/enable', startSecondFactor],
  ['/two-factor/disable', askPassword],
  ['/two-factor/generate-backup-codes', askPassword],
  ['/two-factor/get-totp-uri', askPassword],
  ['/two-factor/verify-totp', askCode],
  ['/two-factor/verify-backup-code', askCode],
]);

/**
 * Counts tries by account and by address in the database, before the library checks a password or code.
 */
export function createCallLimits(
  shop: ShopContext,
  callers: CallerFinder,
  wait: (ms: number) => Promise<void>,
): (call: AuthCall) => Promise<Response> {
  return (call) => (GUARDS.get(call.path) ?? anythingElse)({ shop, callers, wait }, call);
}
