import { randomUUID } from 'node:crypto';
import { betterAuth } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins';
import type { DatabaseHandle } from '#db/client.server.ts';
import { checkDisplayName } from '#shop/accounts/profile/check-display-name.ts';
import { endOldSession, endSession } from '#shop/accounts/sessions/end-session.ts';
import { openProfile } from '#shop/accounts/profile/open-profile.ts';
import { recordSecondFactor } from '#shop/accounts/staff/record-second-factor.ts';
import type { OutwardContext } from '#shop/context.ts';
import type { Env } from '../config/env.ts';
import { readAddress } from './any-address.ts';
import { identifyCaller } from './identify-caller.ts';
import { allowedOrigins } from '../http/security.ts';

/** Header in which `server/` hands the auth library the visitor's address; a visitor's own is dropped. */
export const CLIENT_ADDRESS_HEADER = 'x-fulgor-client-address';

/** In the name of every cookie that the shop sets; whoever has none of them is nobody to it. */
export const COOKIE_PREFIX = 'fulgor';

const DAY_SECONDS = 24 * 3600;
/** A session lasts this long from its last renewal, and is renewed at most once a day. */
export const SESSION_SECONDS = 28 * DAY_SECONDS;
export const RENEW_AFTER_SECONDS = DAY_SECONDS;

/** How long somebody may take to type the code after the password. */
const CHALLENGE_SECONDS = 600;

/**
 * Accounts and sessions by better-auth over the shop's own tables, ids and mails (rulings 13–15). Nobody calls
 * it but `auth-edge.ts`, which counts tries and keeps session tokens out of the answers.
 */
export function createAuth(
  env: Pick<Env, 'brandName' | 'appUrl' | 'authSecret'>,
  database: Pick<DatabaseHandle, 'db'>,
  shop: OutwardContext,
) {
  const https = env.appUrl.startsWith('https:');
  const timestamps = { createdAt: 'created_at', updatedAt: 'updated_at' };
  const auth = betterAuth({
    appName: env.brandName,
    baseURL: env.appUrl,
    basePath: '/api/auth',
    secret: env.authSecret,
    trustedOrigins: allowedOrigins(env.appUrl),
    telemetry: { enabled: false },
    logger: {
      level: 'warn',
      log: (level, message) => shop.log[level === 'error' ? 'error' : 'warn']('auth', { message }),
    },
    // Its own transactions would hold the one embedded connection while our hooks wait for it.
    database: { db: database.db, type: 'postgres', transaction: false },
    advanced: {
      // db/migrations is the schema, and auth.db.test.ts compares the two: no start has to read it all back.
      database: { generateId: () => randomUUID(), validateSchema: false },
      // `__Host-` where the shop has a certificate: a cookie that no neighbour's subdomain can plant. The library
      // only knows `__Secure-`, so its own switch stays off and what it would do is said here.
      useSecureCookies: false,
      cookiePrefix: https ? `__Host-${COOKIE_PREFIX}` : COOKIE_PREFIX,
      defaultCookieAttributes: { secure: https },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', ...timestamps },
      changeEmail: { enabled: false },
      deleteUser: { enabled: false },
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...timestamps,
      },
      expiresIn: SESSION_SECONDS,
      updateAge: RENEW_AFTER_SECONDS,
      additionalFields: {
        lastSeenAt: {
          type: 'date',
          required: false,
          input: false,
          fieldName: 'last_seen_at',
          defaultValue: () => new Date(),
        },
      },
    },
    account: {
      modelName: 'credentials',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...timestamps,
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', ...timestamps },
    },
    // It would count calls by address alone, and not those that come through a screen's action.
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: 6,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      // The link went to this address and nowhere else: whoever opened it has shown whose it is.
      onPasswordReset: async ({ user }) => {
        await shop.db.updateTable('users').set({ email_verified: true }).where('id', '=', user.id).execute();
      },
      sendResetPassword: async ({ user, url }) =>
        shop.transaction((tx) =>
          shop.enqueue(tx, {
            name: 'mail-account',
            data: { kind: 'reset-password', to: user.email, name: user.name, url },
          }),
        ),
    },
    emailVerification: {
      sendOnSignUp: true,
      autoSignInAfterVerification: false,
      sendVerificationEmail: async ({ user, url }) =>
        shop.transaction((tx) =>
          shop.enqueue(tx, {
            name: 'mail-account',
            data: { kind: 'confirm-email', to: user.email, name: user.name, url },
          }),
        ),
    },
    plugins: [
      identifyCaller(shop.now),
      twoFactor({
        issuer: env.brandName,
        twoFactorCookieMaxAge: CHALLENGE_SECONDS,
        // No device skips the code: the cookie that would allow it outlives a change of password.
        trustDeviceMaxAge: 0,
        // It would let whoever knows the password lock the owner out; the edge counts instead.
        accountLockout: { enabled: false },
        schema: {
          user: { fields: { twoFactorEnabled: 'second_factor_enabled' } },
          twoFactor: {
            modelName: 'second_factors',
            fields: {
              userId: 'user_id',
              backupCodes: 'recovery_codes',
              failedVerificationCount: 'failed_verification_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
    ],
    hooks: {
      // The library knows only an end that each use moves on: a session that is too old is gone before it looks.
      before: createAuthMiddleware(async (ctx) => {
        const presented = await ctx.getSignedCookie(
          ctx.context.authCookies.sessionToken.name,
          ctx.context.secret,
        );
        if (presented) await endOldSession(shop, presented);
      }),
      after: createAuthMiddleware(async (ctx) => {
        const fresh = ctx.context.newSession;
        if (!fresh) return;
        // Whoever signs in again leaves no session behind that somebody may have planted or kept (threat 25).
        const presented = await ctx.getSignedCookie(
          ctx.context.authCookies.sessionToken.name,
          ctx.context.secret,
        );
        if (presented && presented !== fresh.session.token) {
          await endSession(shop, presented);
        }
        const isSignIn = !ctx.context.session;
        if (ctx.path === '/two-factor/disable' || (ctx.path === '/two-factor/verify-totp' && !isSignIn)) {
          await recordSecondFactor(shop, {
            userId: fresh.user.id,
            sessionId: fresh.session.id,
            isOn: ctx.path === '/two-factor/verify-totp',
          });
        }
      }),
    },
    databaseHooks: {
      user: {
        create: {
          // The library takes an `image` from whoever signs up; pictures come in by our own upload alone.
          before: async (user) => ({ data: { ...user, name: cleanName(user.name), image: null } }),
          after: async (user) => openProfile(shop, { userId: user.id, displayName: user.name }),
        },
        update: {
          before: async (user) => ({
            data: {
              ...user,
              ...(typeof user.name === 'string' ? { name: cleanName(user.name) } : {}),
              ...('image' in user ? { image: null } : {}),
            },
          }),
        },
      },
      session: {
        delete: {
          after: async (session) =>
            shop.publish(shop.db, { topic: `access:${session.userId}`, event: 'changed', data: {} }),
        },
      },
    },
  });
  void auth.$context.then(({ internalAdapter }) => readAddresses(internalAdapter));
  return auth;
}

/** `auth-call.ts` spells out what the library would not take (docs/contract.md `ADMIN_EMAIL`). */
function readAddresses(people: Pick<Awaited<Auth['$context']>['internalAdapter'], 'findUserByEmail'>): void {
  const { findUserByEmail } = people;
  people.findUserByEmail = async (email, options) => findUserByEmail(readAddress(email), options);
}

function cleanName(name: string): string {
  const checked = checkDisplayName(name);
  if (!checked.ok) throw new APIError('BAD_REQUEST', { code: 'INVALID_NAME', message: checked.message });
  return checked.name;
}

export type Auth = ReturnType<typeof createAuth>;
