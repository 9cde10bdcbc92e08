import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The session token of a Cookie header, if its signature is ours: `token.signature`, HMAC-SHA-256 in base64,
 * percent-encoded, in the format of the auth library. null: the library must read the header itself.
 */
export function readSessionToken(cookies: string, cookieName: string, secret: string): string | null {
  const [pair, another] = cookies.split(/;\s*/).filter((each) => each.startsWith(`${cookieName}=`));
  // If two cookies have this name, the library decides which one counts.
  if (pair === undefined || another !== undefined) return null;
  const value = decode(pair.slice(cookieName.length + 1));
  const dot = value.lastIndexOf('.');
  const token = value.slice(0, Math.max(dot, 0));
  const given = Buffer.from(value.slice(dot + 1));
  const own = Buffer.from(createHmac('sha256', secret).update(token).digest('base64'));
  return token !== '' && given.length === own.length && timingSafeEqual(given, own) ? token : null;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
