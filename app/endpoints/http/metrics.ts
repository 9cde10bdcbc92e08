import { timingSafeEqual } from 'node:crypto';
import { getShop, getVisitor } from '#app/request-context.ts';
import { readBackupState } from '#shop/backups/read-backup-state.ts';
import { countWaiting } from '#shop/given-up/count-waiting.ts';
import { countGivenUp } from '#shop/given-up/list-given-up.ts';
import { countOrders } from '#shop/orders/search/count-orders.ts';
import type { ProcessVitals } from '#shop/process-vitals.ts';
import type { Route } from './+types/metrics';
import { answerError } from './answer-error.ts';

/** `GET /metrics`: Prometheus text, from this machine or with METRICS_TOKEN as a bearer token. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const shop = getShop(context);
  const visitor = getVisitor(context);
  if (!isLocal(request, visitor.ip, shop.settings) && !hasToken(request, shop.settings.metricsToken)) {
    return answerError(404, 'not_found', visitor.requestId);
  }
  const counts = await countOrders(shop);
  const givenUp = await countGivenUp(shop);
  const waiting = await countWaiting(shop);
  const backup = await readBackupState(shop);
  const processes = await shop.processes();
  /** One line for each process; a single process has no label. */
  const each = (name: string, labels: string[], valueOf: (of: ProcessVitals) => number) =>
    processes.map((of) => {
      const all = [...labels, ...(of.worker === null ? [] : [`worker="${of.worker}"`])].join(',');
      return `${name}${all && `{${all}}`} ${valueOf(of)}`;
    });
  const gateway = [`gateway="${shop.gateway.name}"`];
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
    '# HELP fulgor_webhooks_failing Webhooks that were tried in vain and will be tried again.',
    '# TYPE fulgor_webhooks_failing gauge',
    `fulgor_webhooks_failing ${waiting.webhooks.failing}`,
    '# HELP fulgor_webhook_oldest_seconds Age of the oldest webhook that waits to be acted upon; 0: none waits.',
    '# TYPE fulgor_webhook_oldest_seconds gauge',
    `fulgor_webhook_oldest_seconds ${waiting.webhooks.oldestSeconds}`,
    '# HELP fulgor_given_up What was tried for days and waits in the panel for a person.',
    '# TYPE fulgor_given_up gauge',
    `fulgor_given_up{kind="webhook"} ${givenUp.webhook}`,
    `fulgor_given_up{kind="mail"} ${givenUp.mail}`,
    '# HELP fulgor_charges_due Charges that the provider should have been asked about by now.',
    '# TYPE fulgor_charges_due gauge',
    `fulgor_charges_due ${waiting.charges.due}`,
    '# HELP fulgor_charge_due_oldest_seconds For how long the oldest of them is due.',
    '# TYPE fulgor_charge_due_oldest_seconds gauge',
    `fulgor_charge_due_oldest_seconds ${waiting.charges.oldestSeconds}`,
    '# HELP fulgor_jobs_waiting Jobs that wait, by queue; mails are jobs.',
    '# TYPE fulgor_jobs_waiting gauge',
    ...waiting.queues.map(({ queue, waiting: n }) => `fulgor_jobs_waiting{queue="${queue}"} ${n}`),
    '# HELP fulgor_jobs_retrying Those of them that failed before.',
    '# TYPE fulgor_jobs_retrying gauge',
    ...waiting.queues.map(({ queue, retrying }) => `fulgor_jobs_retrying{queue="${queue}"} ${retrying}`),
    '# HELP fulgor_job_oldest_seconds Age of the oldest job that waits, by queue.',
    '# TYPE fulgor_job_oldest_seconds gauge',
    ...waiting.queues.map((each) => `fulgor_job_oldest_seconds{queue="${each.queue}"} ${each.oldestSeconds}`),
    '# HELP fulgor_backup_age_seconds Age of the last whole backup; absent while there is none.',
    '# TYPE fulgor_backup_age_seconds gauge',
    ...(backup.lastAt === null
      ? []
      : [`fulgor_backup_age_seconds ${Math.round((shop.now().getTime() - backup.lastAt.getTime()) / 1000)}`]),
    '# HELP fulgor_backup_failing 1 while the newest backup failed, or a daily one is late.',
    '# TYPE fulgor_backup_failing gauge',
    `fulgor_backup_failing ${backup.trouble === null ? 0 : 1}`,
    '# HELP fulgor_gateway_circuit_open 1 while no new charges are asked for because the gateway fails.',
    '# TYPE fulgor_gateway_circuit_open gauge',
    ...each('fulgor_gateway_circuit_open', gateway, ({ circuit }) => (circuit.isOpen ? 1 : 0)),
    '# HELP fulgor_gateway_create_failures_total New charges that the gateway did not answer usably.',
    '# TYPE fulgor_gateway_create_failures_total counter',
    ...each('fulgor_gateway_create_failures_total', gateway, ({ circuit }) => circuit.failures),
    '# HELP fulgor_gateway_turned_away_total New charges that were not asked for while the circuit was open.',
    '# TYPE fulgor_gateway_turned_away_total counter',
    ...each('fulgor_gateway_turned_away_total', gateway, ({ circuit }) => circuit.turnedAway),
    '# HELP fulgor_catalog_skins Skins on offer.',
    '# TYPE fulgor_catalog_skins gauge',
    `fulgor_catalog_skins ${shop.catalog.ready() ? shop.catalog.current().skins.length : 0}`,
    '# TYPE process_resident_memory_bytes gauge',
    ...each('process_resident_memory_bytes', [], ({ residentBytes }) => residentBytes),
    '# TYPE process_uptime_seconds gauge',
    ...each('process_uptime_seconds', [], ({ uptimeSeconds }) => uptimeSeconds),
  ];
  return new Response(`${lines.join('\n')}\n`, {
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
