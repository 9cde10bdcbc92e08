import { timingSafeEqual } from 'node:crypto';
import { getShop, getVisitor } from '#app/request-context.ts';
import { writeMetrics } from '#shop/metrics/write-metrics.ts';
import type { Route } from './+types/metrics';
import { answerError } from './answer-error.ts';
import { readFigures } from './read-figures.ts';

/** `GET /metrics`: Prometheus text, from this machine or with METRICS_TOKEN as a bearer token. */
export async function loader({ request, url, context }: Route.LoaderArgs): Promise<Response> {
  const shop = getShop(context);
  const visitor = getVisitor(context);
  if (!isLocal(request, url, visitor.ip, shop.settings) && !hasToken(request, shop.settings.metricsToken)) {
    return answerError(404, 'not_found', visitor.requestId);
  }
  const text = writeMetrics(await readFigures(shop));
  return new Response(text, {
    headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}

const FORWARDED = [
  'x-forwarded-for',
  'forwarded',
  'x-real-ip',
  'via',
  'x-forwarded-host',
  'x-forwarded-proto',
];

/**
 * Whether this machine itself asks. Visitors of a public shop come from the loopback address too, through a proxy
 * that may add no header (nginx adds none by default). So a public shop requires the token until its operator has
 * named the proxies, which then send the visitor's address.
 */
function isLocal(
  request: Request,
  url: URL,
  address: string,
  { appUrl, hasTrustedProxies }: { appUrl: string; hasTrustedProxies: boolean },
): boolean {
  if (!isLoopback(address) || FORWARDED.some((name) => request.headers.has(name))) return false;
  return isHome(url) && (hasTrustedProxies || isHome(new URL(appUrl)));
}

/** The address names this machine: such a shop is not public. */
function isHome({ hostname }: URL): boolean {
  return hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''));
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

function hasToken(request: Request, token: string | null): boolean {
  const given = Buffer.from(request.headers.get('authorization') ?? '');
  const wanted = Buffer.from(`Bearer ${token ?? ''}`);
  return token !== null && given.length === wanted.length && timingSafeEqual(given, wanted);
}
