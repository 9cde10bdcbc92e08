import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import type {
  CallOutside,
  OutgoingAnswer,
  OutgoingCall,
  OutgoingRefusal,
} from '#shop/outgoing/outgoing-call.ts';
import { isPublicAddress } from './is-public-address.ts';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1024 * 1024;
const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export interface OutgoingSettings {
  /** `host:port` of single targets that may be anywhere, in digits, and without TLS (OUTGOING_ALLOW). */
  allow: readonly string[];
  /** Every address of a name. */
  resolve?: (hostname: string) => Promise<{ address: string; family: number }[]>;
  timeoutMs?: number;
}

/**
 * The only way to an address that a person entered (docs/decisions/guarded-client.md). A name is
 * resolved once; every answer is checked, and the connection leads to those answers alone.
 */
export function createOutgoingClient(settings: OutgoingSettings): CallOutside {
  const timeoutMs = settings.timeoutMs ?? TIMEOUT_MS;
  return async (call) => {
    const overdue = new AbortController();
    const timer = setTimeout(() => overdue.abort(), timeoutMs);
    try {
      return await follow(call, settings, overdue.signal);
    } catch (error) {
      if (overdue.signal.aborted) return { ok: false, reason: 'timeout' };
      return { ok: false, reason: explainError(error) };
    } finally {
      clearTimeout(timer);
    }
  };
}

async function follow(
  call: OutgoingCall,
  settings: OutgoingSettings,
  overdue: AbortSignal,
): Promise<OutgoingAnswer> {
  const { method = 'GET' } = call;
  const first = URL.parse(call.url);
  let url = first;
  for (let redirects = 0; ; redirects++) {
    const target = await checkTarget(url, settings, overdue);
    if (!target.ok) return target;
    const headers = url === first ? call.headers : {};
    const answer = await ask(target, { ...call, method, ...(headers && { headers }) }, overdue);
    const { location } = answer.headers;
    if (!REDIRECTS.has(answer.status) || location === undefined)
      return { ok: true, ...answer, url: target.url.href };
    if (method === 'POST') return { ok: false, reason: 'refused_redirect', status: answer.status };
    if (redirects === MAX_REDIRECTS) return { ok: false, reason: 'too_many_redirects' };
    url = URL.parse(location, target.url);
    if (target.url.protocol === 'https:' && url?.protocol === 'http:')
      return { ok: false, reason: 'refused_redirect' };
  }
}

interface Target {
  ok: true;
  url: URL;
  /** The connection may lead to these alone. Empty for an address in digits. */
  addresses: { address: string; family: number }[];
}

/** `URL` has already turned decimal, octal, hexadecimal, short and wide digits into one spelling. */
async function checkTarget(
  url: URL | null,
  { allow, resolve = (hostname) => lookup(hostname, { all: true }) }: OutgoingSettings,
  overdue: AbortSignal,
): Promise<Target | { ok: false; reason: OutgoingRefusal }> {
  if (url === null || url.username !== '' || url.password !== '') return { ok: false, reason: 'bad_address' };
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  const isAllowed = allow.includes(
    `${url.hostname}:${url.port || (url.protocol === 'http:' ? '80' : '443')}`,
  );
  if (url.protocol !== 'https:' && !(isAllowed && url.protocol === 'http:'))
    return { ok: false, reason: 'bad_address' };

  if (isIP(url.hostname.replace(/[[\]]/g, '')) !== 0)
    return isAllowed ? { ok: true, url, addresses: [] } : { ok: false, reason: 'refused_address' };
  const addresses = await unlessOverdue(resolve(url.hostname), overdue);
  if (addresses.length === 0) return { ok: false, reason: 'unknown_host' };
  if (!isAllowed && !addresses.every(({ address }) => isPublicAddress(address)))
    return { ok: false, reason: 'refused_address' };
  return { ok: true, url, addresses };
}

/** One connection for one request: nothing is shared with an earlier call, no cookie, no proxy of the environment. */
async function ask(
  { url, addresses }: Target,
  { method, headers, body, headersOnly = false }: OutgoingCall & { method: string },
  overdue: AbortSignal,
) {
  const pinned: LookupFunction = (_hostname, options, answer) => {
    if (options.all) answer(null, addresses);
    else answer(null, addresses[0]!.address, addresses[0]!.family);
  };
  // With the first call: a shop that never makes one holds 3 MB less.
  const { Agent, request } = await import('undici');
  const agent = new Agent({ connect: { lookup: pinned }, maxResponseSize: MAX_BYTES, allowH2: false });
  try {
    const answer = await request(url, {
      dispatcher: agent,
      method,
      headers: { 'user-agent': 'Fulgor', 'accept-encoding': 'identity', ...headers },
      body: body ?? null,
      signal: overdue,
    });
    return {
      status: answer.statusCode,
      headers: Object.fromEntries(
        Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
      ),
      text: headersOnly ? '' : await answer.body.text(),
    };
  } finally {
    await agent.destroy();
  }
}

function unlessOverdue<T>(work: Promise<T>, overdue: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    overdue.addEventListener('abort', () => reject(new Error('overdue')));
    work.then(resolve, reject);
  });
}

function explainError(error: unknown): OutgoingRefusal {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return 'too_large';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown_host';
  if (/CERT|ISSUER|LEAF_SIGNATURE/.test(code)) return 'bad_certificate';
  return 'unreachable';
}
