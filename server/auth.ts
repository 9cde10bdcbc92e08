import { randomUUID } from 'node:crypto';
import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import type { DatabaseHandle } from '#db/client.server.ts';
import { checkDisplayName } from '#shop/accounts/check-display-name.ts';
import { openProfile } from '#shop/accounts/open-profile.ts';
import type { ShopContext } from '#shop/context.ts';
import type { Env } from './env.ts';
import { allowedOrigins } from './security.ts';

/** Header in which `server/` hands the auth library the visitor's address; a visitor's own is dropped. */
export const CLIENT_ADDRESS_HEADER = 'x-fulgor-client-address';

const WEEK_SECONDS = 7 * 24 * 3600;

/** Accounts and sessions by better-auth over the shop's own tables, ids and mails (rulings 13–15). */
export function createAuth(env: Env, database: DatabaseHandle, shop: ShopContext) {
  const timestamps = { createdAt: 'created_at', updatedAt: 'updated_at' };
  return betterAuth({
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
      database: { generateId: () => randomUUID() },
      useSecureCookies: env.appUrl.startsWith('https:'),
      cookiePrefix: 'fulgor',
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
      expiresIn: 4 * WEEK_SECONDS,
      updateAge: 24 * 3600,
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
    rateLimit: {
      enabled: true,
      storage: 'database',
      modelName: 'rate_limits',
      fields: { lastRequest: 'last_request' },
      window: 60,
      max: 120,
      customRules: {
        '/sign-in/email': { window: 60, max: 10 },
        '/sign-up/email': { window: 600, max: 10 },
        '/request-password-reset': { window: 600, max: 5 },
        // Both take guesses at a password from whoever holds a session.
        '/change-password': { window: 60, max: 10 },
        '/verify-password': { window: 60, max: 10 },
        // Read at every page by the shop itself, never over HTTP by its own screens.
        '/get-session': { window: 60, max: 600 },
      },
    },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: 6,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
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
}

function cleanName(name: string): string {
  const checked = checkDisplayName(name);
  if (!checked.ok) throw new APIError('BAD_REQUEST', { code: 'INVALID_NAME', message: checked.message });
  return checked.name;
}

export type Auth = ReturnType<typeof createAuth>;
