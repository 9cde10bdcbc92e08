import type { MiddlewareHandler } from 'hono';
import { isPrivatePath } from '#app/endpoints/http/private-paths.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** The shop's own origin; on a developer's machine, also the other names of the loopback address. */
export function allowedOrigins(appUrl: string): string[] {
  const url = new URL(appUrl);
  if (!LOOPBACK.includes(url.hostname)) return [url.origin];
  const port = url.port ? `:${url.port}` : '';
  return LOOPBACK.map((host) => `${url.protocol}//${host}${port}`);
}

/**
 * Every state change must come from the shop's own pages. Gateways call `/webhooks/` without an Origin
 * and authenticate in another way.
 */
export function isForeignRequest(request: Request, origins: string[]): boolean {
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return false;
  const { pathname } = new URL(request.url);
  // A program's key is no cookie, which a browser would send along.
  if (pathname.startsWith('/webhooks/') || pathname.startsWith('/api/v1/')) return false;
  const origin = request.headers.get('origin');
  // A page whose address is a secret sends no referrer, and without scripts its form then names no origin. Only the
  // browser itself says where it comes from: a foreign page, a sandbox and a file are 'cross-site'.
  if (origin === 'null') return request.headers.get('sec-fetch-site') !== 'same-origin';
  return origin === null || !origins.includes(origin);
}

/** `scripts`: the sources of allowed inline scripts: the request's nonce, or hashes. */
export function contentSecurityPolicy(scripts: string[], https: boolean): string {
  return [
    `default-src 'none'`,
    `script-src ${["'self'", ...scripts].join(' ')}`,
    `style-src 'self'`,
    // React writes style="" for sizes and colours that are data; a declaration cannot run code.
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data: blob: https:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `frame-src https://www.youtube-nocookie.com https://player.vimeo.com`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/** Headers of every answer. */
function commonHeaders(https: boolean): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(https ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** Headers of a page, besides Content-Security-Policy and Cache-Control. */
export function headersOfPages(https: boolean): Record<string, string> {
  return {
    ...commonHeaders(https),
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  };
}

/** For files that load nothing. The long policy on the twenty files of a first visit would weigh as much as a font. */
const INERT = /^\/(?:assets|img|uploads)\//;
/** Splash art stands in mails too, and a mail is read on another origin. It is the same for everybody. */
const PICTURE = /^\/img\//;

/** Sets the headers of every answer; a route's own Cache-Control, Referrer-Policy and Content-Security-Policy win. */
export function securityHeaders(appUrl: string): MiddlewareHandler<{ Variables: { nonce: string } }> {
  const https = appUrl.startsWith('https:');
  const common = commonHeaders(https);
  const { 'Referrer-Policy': referrerPolicy = '', ...ofPages } = headersOfPages(https);
  return async (c, next) => {
    await next();
    const headers = c.res.headers;
    const isInert = INERT.test(c.req.path);
    for (const [name, value] of Object.entries(isInert ? common : ofPages)) headers.set(name, value);
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-store');
    if (PICTURE.test(c.req.path)) headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
    if (isInert) {
      headers.set('Content-Security-Policy', `default-src 'none'`);
      return;
    }
    if (!headers.has('Content-Security-Policy')) {
      headers.set('Content-Security-Policy', contentSecurityPolicy([`'nonce-${c.get('nonce')}'`], https));
    }
    if (!headers.has('Referrer-Policy')) headers.set('Referrer-Policy', referrerPolicy);
    if (isPrivatePath(c.req.path)) headers.set('X-Robots-Tag', 'noindex');
  };
}
