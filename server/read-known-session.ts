import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { decideStaffAccess } from '#shop/accounts/decide-staff-access.ts';
import type { Session } from '#shop/accounts/session.ts';
import { isPastItsEnd } from '#shop/accounts/session-lifetime.ts';
import type { ShopContext } from '#shop/context.ts';
import { SESSION_SECONDS, SESSION_UPDATE_SECONDS } from './auth.ts';

export interface KnownSession extends Session {
  lastSeenAt: Date;
}

/** better-auth's cookie: the token, a dot, and its HMAC-SHA256 in base64. */
const SIGNATURE_LENGTH = 44;

/**
 * The session of a request in one statement, for the common case: a cookie with a true signature, a session that
 * is neither over nor due to be prolonged. null: the auth library is to look, which takes three statements and
 * clears, prolongs and removes what needs it.
 */
export async function readKnownSession(
  ctx: ShopContext,
  { cookieName, secret, cookies }: { cookieName: string; secret: string; cookies: string },
): Promise<KnownSession | null> {
  const token = readToken(cookies, cookieName, secret);
  if (token === null) return null;
  const now = ctx.now();
  const prolongedUntil = new Date(now.getTime() + (SESSION_SECONDS - SESSION_UPDATE_SECONDS) * 1000);
  const { rows } = await sql<{
    id: string;
    last_seen_at: Date;
    created_at: Date;
    user_id: string;
    email: string;
    name: string;
    email_verified: boolean;
    second_factor_enabled: boolean;
    is_admin: boolean;
  }>`
    select sessions.id, last_seen_at, sessions.created_at, user_id, email, name, email_verified, second_factor_enabled,
      exists (select from user_roles where user_roles.user_id = users.id and role = 'admin') as is_admin
    from sessions join users on users.id = sessions.user_id
    where token = ${token} and expires_at > ${prolongedUntil}
  `.execute(ctx.db);
  const row = rows[0];
  if (!row || isPastItsEnd({ createdAt: row.created_at }, now, row.is_admin)) return null;
  const hasSecondFactor = row.second_factor_enabled;
  return {
    id: row.id,
    user: { id: row.user_id, email: row.email, name: row.name, emailVerified: row.email_verified },
    hasSecondFactor,
    ...decideStaffAccess(ctx, { isAdmin: row.is_admin, hasSecondFactor }),
    lastSeenAt: row.last_seen_at,
  };
}

function readToken(cookies: string, name: string, secret: string): string | null {
  const found = cookies.split(/;\s*/).filter((cookie) => cookie.startsWith(`${name}=`));
  // Two of one name: which one counts is the library's to say.
  if (found.length !== 1) return null;
  let signed: string;
  try {
    signed = decodeURIComponent(found[0]?.slice(name.length + 1) ?? '');
  } catch {
    return null;
  }
  const dot = signed.lastIndexOf('.');
  const given = Buffer.from(signed.slice(dot + 1));
  if (dot < 1 || given.length !== SIGNATURE_LENGTH) return null;
  const token = signed.slice(0, dot);
  const wanted = Buffer.from(createHmac('sha256', secret).update(token).digest('base64'));
  return timingSafeEqual(given, wanted) ? token : null;
}
