import { addressGroup } from '#shop/limits/address-group.ts';
import { spellAddress } from './any-address.ts';
import { CLIENT_ADDRESS_HEADER, type Auth } from './auth.ts';
import { refuseCall } from './refuse-call.ts';

const BASE_PATH = '/api/auth';
/** Refuses other spellings that the library's router would accept for the same path. */
const PLAIN_PATH = /^(?:\/[a-z]+(?:-[a-z]+)*)+$/;
/** Calls with the address of an existing account. A new account needs an address that can receive mail. */
const LOOKS_UP = new Set(['/sign-in/email', '/request-password-reset']);

type Body = Record<string, unknown>;

/** A POST to the auth library, parsed before the library gets it. */
export interface AuthCall {
  /** The path below `/api/auth`. */
  path: string;
  body: Body;
  headers: Headers;
  /** The network address or network, as limits count it. */
  place: string;
  requestId: string;
  /**
   * Passes the call to the library. The request is written again from the parsed values, so that the library handles
   * exactly what was counted.
   */
  handle: () => Promise<Response>;
}

/** The call, or the answer to an invalid request. */
export async function readAuthCall(
  auth: Auth,
  request: Request,
  { ip, requestId }: { ip: string; requestId: string },
): Promise<AuthCall | Response> {
  const url = new URL(request.url);
  const path = url.pathname.slice(BASE_PATH.length);
  if (!PLAIN_PATH.test(path)) return refuseCall(404, 'NOT_FOUND', requestId);
  const body = await readBody(request);
  if (!body) return refuseCall(400, 'MALFORMED', requestId);
  if (path === '/request-password-reset') body.redirectTo = '/auth/nova-senha';
  // A person who changes a stolen password wants the thief's sessions to end.
  if (path === '/change-password') body.revokeOtherSessions = true;
  const headers = new Headers(request.headers);
  headers.set(CLIENT_ADDRESS_HEADER, ip);
  headers.set('content-type', 'application/json');
  headers.delete('content-length');
  const handle = () => {
    const email = typeof body.email === 'string' && LOOKS_UP.has(path) ? spellAddress(body.email) : undefined;
    const handled = email === undefined ? body : { ...body, email };
    return auth.handler(new Request(url, { method: 'POST', headers, body: JSON.stringify(handled) }));
  };
  return { path, body, headers, place: addressGroup(ip), requestId, handle };
}

/** null: the body is neither empty nor a JSON object that the library can store. */
async function readBody(request: Request): Promise<Body | null> {
  const text = await request.text();
  if (text === '') return {};
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) return null;
  try {
    let isStorable = true;
    const parsed: unknown = JSON.parse(text, (_key, value: unknown) => {
      // The library passes both to PostgreSQL, which refuses them: the answer would be a 500.
      if (value === null || (typeof value === 'string' && value.includes('\0'))) isStorable = false;
      return value;
    });
    return isStorable && typeof parsed === 'object' && !Array.isArray(parsed) ? (parsed as Body) : null;
  } catch {
    return null;
  }
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
