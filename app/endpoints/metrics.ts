import { timingSafeEqual } from 'node:crypto';
import { getShop, getVisitor } from '#app/request-context.ts';
import { countOrders } from '#shop/orders/count-orders.ts';
import type { Route } from './+types/metrics';
import { answerError } from './answer-error.ts';

/** `GET /metrics`: Prometheus text, from this machine or with METRICS_TOKEN as a bearer token. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const shop = getShop(context);
  const visitor = getVisitor(context);
  // A forwarded request is no local one, even where no proxy is configured as trusted.
  const local = isLoopback(visitor.ip) && !request.headers.has('x-forwarded-for');
  if (!local && !hasToken(request, shop.settings.metricsToken)) {
    return answerError(404, 'not_found', visitor.requestId);
  }
  const counts = await countOrders(shop);
  const circuit = shop.circuit();
  const memory = process.memoryUsage();
  const lines = [
    '# HELP fulgor_orders Orders by status.',
    '# TYPE fulgor_orders gauge',
    ...counts.orders.map(({ status, count }) => `fulgor_orders{status="${status}"} ${count}`),
    '# HELP fulgor_charges_open Charges whose payment is still awaited.',
    '# TYPE fulgor_charges_open gauge',
    `fulgor_charges_open ${counts.openCharges}`,
    '# HELP fulgor_webhooks_unprocessed Stored webhooks that were not acted upon yet.',
    '# TYPE fulgor_webhooks_unprocessed gauge',
    `fulgor_webhooks_unprocessed ${counts.unprocessedWebhooks}`,
    '# HELP fulgor_gateway_circuit_open 1 while no new charges are asked for because the gateway fails.',
    '# TYPE fulgor_gateway_circuit_open gauge',
    `fulgor_gateway_circuit_open{gateway="${shop.gateway.name}"} ${circuit.isOpen ? 1 : 0}`,
    '# HELP fulgor_gateway_create_failures_total New charges that the gateway did not answer usably.',
    '# TYPE fulgor_gateway_create_failures_total counter',
    `fulgor_gateway_create_failures_total{gateway="${shop.gateway.name}"} ${circuit.failures}`,
    '# HELP fulgor_gateway_turned_away_total New charges that were not asked for while the circuit was open.',
    '# TYPE fulgor_gateway_turned_away_total counter',
    `fulgor_gateway_turned_away_total{gateway="${shop.gateway.name}"} ${circuit.turnedAway}`,
    '# HELP fulgor_catalog_skins Skins on offer.',
    '# TYPE fulgor_catalog_skins gauge',
    `fulgor_catalog_skins ${shop.catalog.ready() ? shop.catalog.current().skins.length : 0}`,
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${memory.rss}`,
    '# TYPE process_uptime_seconds gauge',
    `process_uptime_seconds ${process.uptime().toFixed(0)}`,
  ];
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

function hasToken(request: Request, token: string | null): boolean {
  const given = Buffer.from(request.headers.get('authorization') ?? '');
  const wanted = Buffer.from(`Bearer ${token ?? ''}`);
  return token !== null && given.length === wanted.length && timingSafeEqual(given, wanted);
}
