import { timingSafeEqual } from 'node:crypto';
import { getShop, getVisitor } from '#app/request-context.ts';
import { checkDatabase } from '#shop/check-database.ts';
import { writeMetrics, type Sample } from '#shop/metrics/write-metrics.ts';
import { VERSION } from '#shop/version.ts';
import type { Route } from './+types/metrics';
import { answerError } from './answer-error.ts';
import { readProcessFigures } from './read-process-figures.ts';
import { readShopFigures } from './read-shop-figures.ts';

/** `GET /metrics`: Prometheus text, from this machine or with METRICS_TOKEN as a bearer token. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const shop = getShop(context);
  const visitor = getVisitor(context);
  if (!isLocal(request, visitor.ip, shop.settings) && !hasToken(request, shop.settings.metricsToken)) {
    return answerError(404, 'not_found', visitor.requestId);
  }
  const processes = await shop.processes();
  const hasDatabase = await checkDatabase(shop);
  const hasCatalog = shop.catalog.ready();
  const disk = processes[0]?.disk;
  const database = processes[0]?.connections ? 'postgres' : 'embedded';
  const here: Sample[] = [
    { name: 'fulgor_info', labels: { version: VERSION, database }, value: 1 },
    { name: 'fulgor_ready', value: hasDatabase && hasCatalog ? 1 : 0 },
    { name: 'fulgor_catalog_skins', value: hasCatalog ? shop.catalog.current().skins.length : 0 },
    ...(disk
      ? ([
          { name: 'fulgor_disk_free_bytes', value: disk.freeBytes },
          { name: 'fulgor_disk_size_bytes', value: disk.sizeBytes },
        ] as const)
      : []),
  ];
  const text = writeMetrics([
    ...here,
    // While the database is silent, what the processes know is told without it.
    ...(hasDatabase ? await readShopFigures(shop) : []),
    ...processes.flatMap((vitals) => readProcessFigures(vitals, shop.gateway.name)),
  ]);
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
 * named the proxies, which then send the visitor's address (threat 65).
 */
function isLocal(
  request: Request,
  address: string,
  { appUrl, hasTrustedProxies }: { appUrl: string; hasTrustedProxies: boolean },
): boolean {
  if (!isLoopback(address) || FORWARDED.some((name) => request.headers.has(name))) return false;
  return isHome(request.url) && (hasTrustedProxies || isHome(appUrl));
}

/** The address names this machine: such a shop is not public. */
function isHome(url: string): boolean {
  const { hostname } = new URL(url);
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
