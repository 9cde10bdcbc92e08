import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { chooseEncoding } from '#app/endpoints/http/choose-encoding.ts';
import { skinPath } from '#app/ui/skin/skin-path.ts';
import type { ShopContext } from '#shop/context.ts';
import { COOKIE_PREFIX } from '../auth/auth.ts';
import type { Screens } from './screens.ts';
import { contentSecurityPolicy, headersOfPages } from '../http/security.ts';
import { requestId as currentId } from '../http/scope-requests.ts';
import { observeRequest } from '../metrics/observe-request.ts';
import { createPageCache, type CachedPage } from './page-cache.ts';
import { publicAddress } from './public-address.ts';
import { prepareCachedPage } from './prepare-cached-page.ts';

/**
 * Browsers must ask each time, because the address has another page after a sign-in. A cache in front of the shop may
 * keep it for half a minute, but never for a request with a Cookie header (docs/decisions/anonymous-pages.md).
 */
const CACHE_CONTROL = 'public, max-age=0, s-maxage=30';

interface CompressedPage extends CachedPage {
  route: string | null;
  headers: Record<string, string>;
  brotli: Uint8Array;
}

export type PageRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

export interface PageAnswer {
  status: 200 | 304;
  headers: Record<string, string>;
  body: Uint8Array | null;
}

export interface CachedPages {
  /** null: the shop itself must answer this request. */
  answer(request: PageRequest): Promise<PageAnswer | null>;
}

/** Public pages from memory, for visitors without a cookie of ours. */
export function createCachedPages(shop: ShopContext, screens: Screens, appUrl: string): CachedPages {
  const { origin, protocol } = new URL(appUrl);
  const https = protocol === 'https:';
  const cache = createPageCache<CompressedPage>(shop, render);
  shop.live.subscribe('reviews', ({ event, topic, data }) => {
    if (topic !== 'reviews' || event !== 'changed') return;
    cache.forget(skinPath(data));
  });

  async function render(address: string): Promise<CompressedPage | null> {
    const nonce = randomBytes(16).toString('base64');
    // Contains nothing of the first visitor's request: no host, no cookie, no address.
    const request = new Request(origin + address);
    const about = { requestId: randomUUID(), nonce, ip: '' };
    const { response, cookies, route } = await screens.answer(request, about);
    if (response.status !== 200 || cookies.length > 0 || response.headers.has('Set-Cookie')) return null;
    const prepared = await prepareCachedPage(await response.text(), nonce);
    if (!prepared) return null;
    const { etag, scripts, brotli } = prepared;
    const headers = {
      ...headersOfPages(https),
      'Cache-Control': CACHE_CONTROL,
      'Content-Security-Policy': contentSecurityPolicy(scripts, https),
      ETag: etag,
      Vary: 'Accept-Encoding, Cookie',
    };
    return { route, headers, brotli, bytes: brotli.length + Object.values(headers).join().length };
  }

  return {
    async answer(request) {
      const startedAt = performance.now();
      const address = addressOfPage(request, shop);
      const page = address && (await cache.find(address));
      if (!page) return null;
      const requestId = currentId();
      const answer = present(page, request);
      answer.headers['X-Request-Id'] = requestId;
      const { method = 'GET' } = request;
      observeRequest(shop.metrics, { method, route: page.route, status: answer.status }, startedAt);
      shop.log.debug('request', {
        requestId,
        method,
        path: address,
        status: answer.status,
        durationMs: Math.round(performance.now() - startedAt),
      });
      return answer;
    },
  };
}

function addressOfPage({ method, url = '', headers }: PageRequest, { catalog }: ShopContext): string | null {
  if (method !== 'GET' && method !== 'HEAD') return null;
  // A cookie of a session, of a second factor, or any other of ours.
  if (headers.cookie?.includes(COOKIE_PREFIX) || !catalog.ready()) return null;
  return publicAddress(url, catalog.current());
}

function present(page: CompressedPage, { method, headers: asked }: PageRequest): PageAnswer {
  const headers = { ...page.headers };
  // Includes the policy: the browser uses it for its stored page.
  if (isKnown(page.headers.ETag, asked['if-none-match'])) return { status: 304, headers, body: null };
  headers['Content-Type'] = 'text/html; charset=utf-8';
  const encoding = chooseEncoding(String(asked['accept-encoding'] ?? ''));
  if (encoding) headers['Content-Encoding'] = encoding;
  const body = encoding === 'br' ? page.brotli : unpack(page, encoding);
  headers['Content-Length'] = String(body.length);
  return { status: 200, headers, body: method === 'HEAD' ? null : body };
}

/** Few clients do not read brotli: their copy is made on request. */
function unpack({ brotli }: CompressedPage, encoding: 'gzip' | null): Buffer {
  const html = brotliDecompressSync(brotli);
  return encoding === 'gzip' ? gzipSync(html) : html;
}

/** RFC 9110 section 13.1.2. Our tags have no comma. */
function isKnown(etag: string | undefined, ifNoneMatch: string | undefined): boolean {
  return ifNoneMatch !== undefined && ifNoneMatch.split(',').some((tag) => tag.trim() === etag);
}

/**
 * Answers cached pages before the server's own listener, because `Request` and `Response` cost more than the whole
 * answer.
 */
export function serveCachedPagesFirst(pages: CachedPages, listener: RequestListener): RequestListener {
  return async (incoming, outgoing) => {
    const answer = await pages.answer(incoming);
    if (answer) outgoing.writeHead(answer.status, answer.headers).end(answer.body ?? undefined);
    else listener(incoming, outgoing);
  };
}
