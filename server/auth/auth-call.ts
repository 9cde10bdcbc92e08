import { addressGroup } from '#shop/limits/address-group.ts';
import { spellAddress } from './any-address.ts';
import { CLIENT_ADDRESS_HEADER, type Auth } from './auth.ts';
import { refuseCall } from './refuse-call.ts';

const BASE_PATH = '/api/auth';
/** Spellings that the library's router would take for the same path must not pass as another one here. */
const PLAIN_PATH = /^(?:\/[a-z]+(?:-[a-z]+)*)+$/;
/** Calls that name somebody who is here already; whoever is new needs an address that mail reaches. */
const LOOKS_UP = new Set(['/sign-in/email', '/request-password-reset']);

type Body = Record<string, unknown>;

/** A POST to the auth library, read before it is handed on. */
export interface AuthCall {
  /** Below `/api/auth`. */
  path: string;
  body: Body;
  headers: Headers;
  /** The place it comes from, as limits count places. */
  place: string;
  requestId: string;
  /** Hands it to the library. What was counted is what is handled: written anew from what was read. */
  handle: () => Promise<Response>;
}

/** The call, or the answer to a request that is none. */
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
  // Whoever changes a password because somebody else knows it wants that one out (threat 64).
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

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
