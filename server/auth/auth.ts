import { randomUUID } from 'node:crypto';
import { betterAuth, type BetterAuthOptions } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins';
import type { DatabaseHandle } from '#db/client.server.ts';
import { checkDisplayName } from '#shop/accounts/profile/check-display-name.ts';
import { claimImported } from '#shop/moving/claim-imported.ts';
import { endOldSession, endSession } from '#shop/accounts/sessions/end-session.ts';
import { makeConfirmation } from '#shop/accounts/profile/confirm-address.ts';
import { openProfile } from '#shop/accounts/profile/open-profile.ts';
import { recordSecondFactor } from '#shop/accounts/staff/record-second-factor.ts';
import type { OutwardContext } from '#shop/context.ts';
import type { Env } from '../config/env.ts';
import { readAddress } from './any-address.ts';
import { identifyCaller } from './identify-caller.ts';
import { allowedOrigins } from '../http/security.ts';

/** The header with the visitor's address for the auth library. The same header of a visitor is dropped. */
export const CLIENT_ADDRESS_HEADER = 'x-fulgor-client-address';

/** The beginning of the name of every cookie that the shop sets. A visitor without such a cookie is anonymous. */
export const COOKIE_PREFIX = 'fulgor';

const DAY_SECONDS = 24 * 3600;
/** The life of a session after its last renewal. It is renewed at most once a day. */
export const SESSION_SECONDS = 28 * DAY_SECONDS;
export const RENEW_AFTER_SECONDS = DAY_SECONDS;

/** The time that somebody has to type the code after the password. */
const CHALLENGE_SECONDS = 600;

/**
 * Accounts and sessions by better-auth, with the shop's own tables, ids and mails. Only
 * `auth-edge.ts` calls it, which counts tries and keeps session tokens out of the answers.
 */
export function createAuth(
  env: Pick<Env, 'appUrl' | 'authSecret'>,
  database: Pick<DatabaseHandle, 'db'>,
  shop: OutwardContext,
) {
  const https = env.appUrl.startsWith('https:');
  const auth = betterAuth({
    appName: shop.firstSettings.brandName,
    baseURL: env.appUrl,
    basePath: '/api/auth',
    secret: env.authSecret,
    trustedOrigins: allowedOrigins(env.appUrl),
    telemetry: { enabled: false },
    // It would load OpenTelemetry wherever it is installed, and quote the texts of errors in what it tells.
    experimental: { instrumentation: { enabled: false } },
    logger: {
      level: 'warn',
      log: (level, message) => shop.log[level === 'error' ? 'error' : 'warn']('auth', { message }),
    },
    // Transactions of the library would keep the one embedded connection while our hooks wait for it.
    database: { db: database.db, type: 'postgres', transaction: false },
    advanced: {
      // db/migrations is the schema, and auth.db.test.ts compares the two, so a start need not read it.
      database: { generateId: () => randomUUID(), validateSchema: false },
      // `__Host-` if the shop has a certificate: no neighbouring subdomain can set such a cookie. The library knows
      // only `__Secure-`, so its switch is off and its effects are set here.
      useSecureCookies: false,
      cookiePrefix: https ? `__Host-${COOKIE_PREFIX}` : COOKIE_PREFIX,
      defaultCookieAttributes: { secure: https },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    ...TABLES,
    // The library counts calls by address alone, and misses calls through a screen's action.
    rateLimit: { enabled: false },
    ...passwordsAndMails(env.appUrl, shop),
    plugins: [
      identifyCaller(shop.now),
      twoFactor({
        // Read for each new device: staff may rename the shop.
        get issuer() {
          return shop.settings.brandName;
        },
        twoFactorCookieMaxAge: CHALLENGE_SECONDS,
        // Every device must give the code: the cookie of the library that skips it outlives a change of password.
        trustDeviceMaxAge: 0,
        // With the library's lock, anybody who knows the password could lock the owner out. The edge counts instead.
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
    ...hooksOf(shop),
  });
  void auth.$context.then(({ internalAdapter }) => readAddresses(internalAdapter));
  return auth;
}

const timestamps = { createdAt: 'created_at', updatedAt: 'updated_at' };

/** What the library calls its tables and columns, and what `db/migrations` calls them. */
const TABLES = {
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
        type: 'date' as const,
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
} satisfies BetterAuthOptions;

const passwordsAndMails = (appUrl: string, shop: OutwardContext) =>
  ({
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: 6,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      // The link went to this address only, and the password is new: whoever holds it reads the mailbox.
      onPasswordReset: async ({ user }) => {
        await shop.transaction(async (tx) => {
          // What somebody else switched on in it, who had no proof of the address, ends with their sessions.
          await tx
            .updateTable('public_collections')
            .set({ is_on: false })
            .where('user_id', '=', user.id)
            .where(({ exists, selectFrom }) =>
              exists(
                selectFrom('users')
                  .select('users.id')
                  .where('users.id', '=', user.id)
                  .where('address_proved_at', 'is', null),
              ),
            )
            .execute();
          await tx.deleteFrom('feeds').where('user_id', '=', user.id).execute();
          await tx
            .updateTable('users')
            .set({ email_verified: true, address_proved_at: shop.now() })
            .where('id', '=', user.id)
            .execute();
          await claimImported(tx, { userId: user.id, email: user.email, at: shop.now() });
        });
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
      // Its link is the shop's own. The library's would act as soon as a mail scanner opens it.
      sendVerificationEmail: async ({ user: { id, email, name } }) =>
        shop.transaction((tx) =>
          shop.enqueue(tx, {
            name: 'mail-account',
            data: {
              kind: 'confirm-email',
              to: email,
              name,
              url: `${appUrl}/confirmar-email/${makeConfirmation(shop, { userId: id, email })}`,
            },
          }),
        ),
    },
  }) satisfies BetterAuthOptions;

/** What the shop does beside what the library does. */
const hooksOf = (shop: OutwardContext) =>
  ({
    hooks: {
      // The library extends a session at each use. The shop ends a session that is too old before the library reads
      // it.
      before: createAuthMiddleware(async (ctx) => {
        const presented = await presentedSession(ctx);
        if (presented) await endOldSession(shop, presented);
      }),
      after: createAuthMiddleware(async (ctx) => {
        const fresh = ctx.context.newSession;
        if (!fresh) return;
        // A new sign-in ends the session that the request carried: somebody may have planted or kept it.
        const presented = await presentedSession(ctx);
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
          // The library accepts an `image` at sign-up. Pictures come only through the shop's own upload.
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
          // Reviews and the export read the profile's.
          after: async ({ id, name }) =>
            void (await shop.db
              .updateTable('profiles')
              .set({ display_name: name })
              .where('id', '=', id)
              .where('display_name', '<>', name)
              .execute()),
        },
      },
      session: {
        delete: {
          after: async (session) =>
            shop.publish(shop.db, { topic: `access:${session.userId}`, event: 'changed', data: {} }),
        },
      },
    },
  }) satisfies BetterAuthOptions;

type Call = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

const presentedSession = ({ context, getSignedCookie }: Call) =>
  getSignedCookie(context.authCookies.sessionToken.name, context.secret);

/** `auth-call.ts` encodes addresses that the library would refuse (docs/contract.md `ADMIN_EMAIL`). */
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
