import { randomBytes, randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { chooseEncoding, type Encoding } from '#app/endpoints/choose-encoding.ts';
import type { ShopContext } from '#shop/context.ts';
import { COOKIE_PREFIX } from './auth.ts';
import type { AddressOfIncoming } from './client-address.ts';
import { createPageStore } from './page-store.ts';
import { publicAddress } from './public-address.ts';
import type { Screens } from './screens.ts';
import { sealPage, type SealedPage } from './seal-page.ts';
import { contentSecurityPolicy, headersOfPages } from './security.ts';

export interface PageRequest {
  method: string;
  /** As on the request's first line. */
  url: string;
  cookie: string | undefined;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
  /** Address of the visitor, believed only from configured proxies. */
  ip(): string;
}

export interface PageAnswer {
  status: 200 | 304;
  /** Names and values in turn, as `writeHead` takes them. */
  headers: string[];
  body: Buffer | null;
}

export interface Pages {
  /** null, or a promise of null: this request is for the shop itself. */
  answer(request: PageRequest): PageAnswer | Promise<PageAnswer | null> | null;
}

/**
 * For browsers: ask each time, since the same address is another page once they sign in. For a cache in front of
 * the shop: half a minute, and never across a Cookie header (docs/decisions/anonymous-pages.md).
 */
const CACHE_CONTROL = 'public, max-age=0, s-maxage=30';

interface KeptPage extends SealedPage {
  headers: string[];
}

/** Public pages for visitors without a cookie of ours, from memory, before anything of a request is looked into. */
export function createPages(shop: ShopContext, screens: Screens, appUrl: string): Pages {
  const https = appUrl.startsWith('https:');
  const store = createPageStore<KeptPage>(shop, async (address) => {
    const nonce = randomBytes(16).toString('base64');
    // Nothing of the request that happened to come first: no host, no cookie, no address.
    const request = new Request(new URL(appUrl).origin + address);
    const { response, cookies } = await screens.answer(request, { requestId: randomUUID(), nonce, ip: '' });
    if (response.status !== 200 || cookies.length > 0 || response.headers.has('Set-Cookie')) return null;
    const sealed = await sealPage(await response.text(), nonce);
    return sealed && { ...sealed, headers: headersOf(sealed) };
  });

  function headersOf({ etag, scripts }: SealedPage): string[] {
    return Object.entries({
      'Cache-Control': CACHE_CONTROL,
      ETag: etag,
      Vary: 'Accept-Encoding, Cookie',
      ...headersOfPages(https),
      'Content-Security-Policy': contentSecurityPolicy(scripts, https),
    }).flat();
  }

  return {
    answer(request) {
      const { method, url, cookie } = request;
      if (method !== 'GET' && method !== 'HEAD') return null;
      // Of a session, a second factor, or whatever else we come to set.
      if (cookie?.includes(COOKIE_PREFIX) || !shop.catalog.ready()) return null;
      const address = publicAddress(url, shop.catalog.current());
      if (!address) return null;
      const startedAt = performance.now();
      const page = store.find(address);
      const present = (found: KeptPage) => {
        const requestId = randomUUID();
        const answer = presentPage(found, request, requestId);
        shop.log.debug('request', {
          requestId,
          method,
          path: address,
          status: answer.status,
          durationMs: Math.round(performance.now() - startedAt),
        });
        return answer;
      };
      return page instanceof Promise ? page.then((found) => found && present(found)) : present(page);
    },
  };
}

function presentPage(page: KeptPage, request: PageRequest, requestId: string): PageAnswer {
  const headers = [...page.headers, 'X-Request-Id', requestId];
  if (isKnown(page.etag, request.ifNoneMatch)) return { status: 304, headers, body: null };
  const encoding: Encoding | null = chooseEncoding(request.acceptEncoding);
  const body = page.body(encoding);
  headers.push('Content-Type', 'text/html; charset=utf-8', 'Content-Length', String(body.length));
  if (encoding) headers.push('Content-Encoding', encoding);
  return { status: 200, headers, body: request.method === 'HEAD' ? null : body };
}

/** RFC 9110 section 13.1.2; the tags of our pages hold no comma. */
function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  return ifNoneMatch !== undefined && ifNoneMatch.split(',').some((tag) => tag.trim() === etag);
}

/** Puts the kept pages in front of a server's own listener. Of both kinds one answers, as the cookies tell. */
export function pagesFirst(
  [pages, visitorPages]: [Pages, Pages],
  addressOf: AddressOfIncoming,
  listener: RequestListener,
): RequestListener {
  return (incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    const write = ({ status, headers: lines, body }: PageAnswer) =>
      outgoing.writeHead(status, lines).end(body ?? undefined);
    const request: PageRequest = {
      method,
      url,
      cookie: headers.cookie,
      acceptEncoding: headers['accept-encoding'],
      ifNoneMatch: headers['if-none-match'],
      ip: () => addressOf(incoming),
    };
    const answer = pages.answer(request) ?? visitorPages.answer(request);
    if (!answer) listener(incoming, outgoing);
    else if (answer instanceof Promise) {
      void answer.then((found) => (found ? write(found) : listener(incoming, outgoing)));
    } else write(answer);
  };
}
