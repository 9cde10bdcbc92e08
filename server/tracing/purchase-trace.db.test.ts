import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readFigures } from '#app/endpoints/http/read-figures.ts';
import { createAbacatePay } from '#gateways/abacatepay/create-abacate-pay.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { makeStaff } from '#test/make-staff.ts';
import { startAbacatePayServer, type AbacatePayServer } from '#test/providers/abacatepay-server.ts';
import { PUBLISHED_WEBHOOK_KEY, signWebhook, webhookBody } from '#test/providers/abacatepay-webhook.ts';
import { startOtlpServer, type OtlpServer, type ReceivedSpan } from '#test/providers/otlp-server.ts';
import { skinsOf } from '#test/purchases.ts';
import { openApp } from '#test/visitor/open-app.ts';
import { METRICS, type MetricName } from '#shop/metrics/metric-table.ts';
import { createLog } from '../config/log.ts';
import { startTracing } from './start-tracing.ts';

/** What a visitor, a bank or a clerk brings, and what the shop makes for them alone. */
const PRIVATE = {
  name: 'Brunilda Zacarias',
  taxId: '52998224725',
  cellphone: '11987650042',
  webhookSecret: 'segredo-do-webhook-1234567890',
  query: 'busca-que-so-ela-fez',
  link: 'https://arquivos.exemplo.com/so-dela.zip',
  agent: 'Navegador da Brunilda',
  address: '203.0.113.7',
};
/** A visitor's own, which decides nothing. */
const THEIR_TRACE = '0af7651916cd43dd8448eb211c80319c';

let shop: TestContext;
let bank: AbacatePayServer;
let collector: OtlpServer;
let spans: ReceivedSpan[];
let figures: Awaited<ReturnType<typeof readFigures>>;
let orderId: string;
let secrets: string[];

beforeAll(async () => {
  collector = await startOtlpServer();
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
  const started = await startTracing(
    { endpoint: collector.url, sampler: 'parentbased_always_on', samplerArg: 1, exportsMetrics: true },
    createLog({ level: 'error' }),
  );
  bank = await startAbacatePayServer({ apiKey: 'chave' });
  shop = await createTestContext({
    tracing: started,
    gateway: () =>
      createAbacatePay({
        baseUrl: bank.url,
        apiKey: 'chave',
        webhookSecret: PRIVATE.webhookSecret,
        apiVersion: 1,
        production: false,
      }),
  });
  const app = await openApp(shop);
  const buyer = await app.signUp('brunilda');
  const clerk = await app.signUp('equipe');
  await makeStaff(shop, clerk.email);
  const post = (path: string, body: string, headers: Record<string, string>) =>
    app.ask(path, {
      method: 'POST',
      headers: {
        Origin: app.url,
        'content-type': 'application/json',
        'user-agent': PRIVATE.agent,
        traceparent: `00-${THEIR_TRACE}-b7ad6b7169203331-01`,
        ...headers,
      },
      body,
    });

  await app.ask(`/loja?q=${PRIVATE.query}`, { headers: { Cookie: buyer.cookie } });
  const { name, cellphone, taxId } = PRIVATE;
  const customer = { name, email: buyer.email, cellphone, taxId };
  const order = JSON.stringify({ skinData: skinsOf(shop.ctx, 0)[0], customer });
  const bought = await post('/api/create-pix-payment', order, { Cookie: buyer.cookie });
  const { order: made, payment } = (await bought.json()) as Record<'order' | 'payment', { id: string }>;
  orderId = made.id;
  const charge = await shop.ctx.db
    .selectFrom('charges')
    .selectAll()
    .where('id', '=', payment.id)
    .executeTakeFirstOrThrow();

  const paid = charge.gateway_charge_id!;
  await bank.pay(paid, { webhook: false });
  const notice = JSON.stringify(webhookBody({ charge: bank.ledger.get(paid)!, eventId: 'log_1' }));
  await post(`/webhooks/abacatepay?webhookSecret=${PRIVATE.webhookSecret}`, notice, {
    'x-webhook-signature': signWebhook(notice, PUBLISHED_WEBHOOK_KEY),
  });
  await shop.settled();
  const item = await shop.ctx.db
    .selectFrom('order_items')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  const links = JSON.stringify({ links: { [item.id]: PRIVATE.link } });
  await post(`/api/admin/orders/${orderId}/links`, links, { Cookie: clerk.cookie });
  await shop.work();
  const mailed = () => shop.mails.filter(({ to }) => to === buyer.email).length;
  await vi.waitFor(() => expect(mailed()).toBe(3), { timeout: 20_000 });

  secrets = [
    ...Object.values(PRIVATE),
    buyer.email,
    clerk.email,
    ...[buyer, clerk].map(({ cookie }) => cookie.split('=')[1]!),
    charge.pix_code!,
    paid,
    ...shop.mails.flatMap(({ subject, text }) => [subject, ...(text.match(/https?:\S+/g) ?? [])]),
  ];
  // Counting goes on while they are sent.
  started.exportFigures(async () => (figures = structuredClone(await readFigures(shop.ctx))));
  await started.stop();
  spans = collector.spans();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await shop.close();
  await Promise.all([bank.close(), collector.close()]);
});

/** The spans of a trace as a tree, oldest first, without statements. */
function draw(traceId: string, parentId = '', depth = 0): string[] {
  return spans
    .filter((span) => span.traceId === traceId && span.parentId === parentId)
    .toSorted((a, b) => Number(a.start - b.start))
    .flatMap(({ spanId, name, attributes, links }) => {
      const causes = links.map((link) => spans.find((span) => span.spanId === link.spanId)?.name);
      const line = [`${'  '.repeat(depth)}${name}`, ...causes.map((cause) => `caused by ${cause}`)].join(
        ', ',
      );
      const below = draw(traceId, spanId, depth + 1);
      return 'db.system.name' in attributes ? below : [line, ...below];
    });
}

test('a purchase is one trace, from the form over the webhook to both mails', () => {
  const checkout = spans.find(({ name }) => name.endsWith('/create-pix-payment'))!;
  expect(draw(checkout.traceId)).toEqual([
    'POST /api/create-pix-payment',
    '  gateway create',
    '  webhook, caused by POST /webhooks/:gateway',
    '    gateway find',
    '    accept payment',
    '      job mail-payment-confirmed',
    '        send mail',
    '  deliver, caused by POST /api/admin/orders/:orderId/links',
    '    job mail-links-delivered',
    '      send mail',
  ]);
  const ours = spans.filter(({ traceId }) => traceId === checkout.traceId);
  expect(ours.every(({ isFailed }) => !isFailed)).toBe(true);
  const orders = ours.flatMap(({ attributes }) => attributes['fulgor.order.id'] ?? []);
  expect(new Set(orders)).toEqual(new Set([orderId]));
  // Under each step, what it asks the database.
  const statements = ours.filter(({ attributes }) => 'db.system.name' in attributes);
  const parentOf = (wanted: ReceivedSpan) => ours.find(({ spanId }) => spanId === wanted.parentId)?.name;
  const written = statements.map((span) => `${parentOf(span)}: ${span.name}`);
  expect(written).toContain('POST /api/create-pix-payment: INSERT orders');
  expect(written).toContain('accept payment: INSERT grants');
  expect(written).toContain('deliver: INSERT audit_log');
});

test('what causes a step of it is a trace of its own, and no visitor chooses one', () => {
  const roots = spans.filter(({ parentId }) => parentId === '');
  expect(roots.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['POST /webhooks/:gateway', 'POST /api/admin/orders/:orderId/links']),
  );
  expect(new Set(roots.map(({ traceId }) => traceId)).size).toBe(roots.length);
  expect(spans.filter(({ traceId }) => traceId === THEIR_TRACE)).toEqual([]);
  expect(spans.filter(({ kind }) => kind === 2).every(({ parentId }) => parentId === '')).toBe(true);
});

test('the collector is told the figures of /metrics, under the same names, labels and kinds', () => {
  const told = collector.metrics();
  expect(told.map(({ name }) => name).toSorted()).toEqual(
    [...new Set(figures.map(({ name }) => name))].toSorted(),
  );
  for (const { name, kind, points } of told) {
    expect(kind, name).toBe(METRICS[name as MetricName].type);
    const read = figures.filter((figure) => figure.name === name);
    expect(points, name).toEqual(
      read.map((figure) => ({
        labels: figure.labels ?? {},
        value: 'counts' in figure ? figure.counts : figure.value,
      })),
    );
  }
  expect(told.find(({ name }) => name === 'fulgor_gateway_call_seconds')).toMatchObject({ unit: 's' });
  expect(told.find(({ name }) => name === 'process_resident_memory_bytes')).toMatchObject({ unit: 'By' });
});

test('the collector is told nothing about a person, and no code, token, cookie or query', () => {
  expect(secrets.length).toBeGreaterThan(20);
  expect(secrets.every((secret) => secret.length > 5)).toBe(true);
  const told = Buffer.concat(collector.requests.map(({ body }) => body)).toString('utf8');
  expect(secrets.filter((secret) => told.includes(secret))).toEqual([]);
  // A new attribute is looked at before it stands on that page.
  const page = readFileSync(resolve(import.meta.dirname, '../../docs/tracing.md'), 'utf8');
  const documented = [...page.matchAll(/^\| `([a-z]+\.[a-z._]+)` /gm)].map(([, name]) => name);
  const used = spans.flatMap(({ attributes }) => Object.keys(attributes));
  expect(new Set([...used, 'error.type'])).toEqual(new Set(documented));
});
