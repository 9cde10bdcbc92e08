import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HISTOGRAMS, METRICS, type MetricName } from '#shop/metrics/metric-table.ts';
import { recordBackup } from '#shop/backups/record-backup.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { watchEventLoop } from '#server/metrics/watch-event-loop.ts';
import { watchGateway } from '#server/metrics/watch-gateway.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { buy, checkOut, customer } from '#test/purchases.ts';
import { openApp, type OpenApp } from '#test/visitor/open-app.ts';

const TOKEN = 'segredo-das-metricas';
/** The embedded database has no pool. */
const OF_POSTGRES = ['fulgor_connections', 'fulgor_connection_wait_seconds'];

let shop: TestContext;
let app: OpenApp;
beforeAll(async () => {
  shop = await createTestContext();
  shop.ctx.settings.metricsToken = TOKEN;
  app = await openApp(shop);
});
afterAll(() => shop.close());

interface Line {
  name: string;
  labels: Record<string, string>;
  value: number;
}

async function readMetrics(): Promise<{ text: string; lines: Line[]; types: Map<string, string> }> {
  const answer = await app.ask('/metrics', { headers: { Authorization: `Bearer ${TOKEN}` } });
  const text = await answer.text();
  const lines = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', text = '']) => [key, text]);
      return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
    });
  const types = new Map(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  );
  return { text, lines, types };
}

/** `fulgor_request_seconds_bucket` is a line of `fulgor_request_seconds`. */
function metricOf(name: string): string {
  const base = name.replace(/_(?:bucket|sum|count)$/, '');
  return base in HISTOGRAMS ? base : name;
}

/** A little of everything that a shop does. */
async function useTheShop(): Promise<void> {
  const { ctx } = shop;
  watchEventLoop(ctx.metrics);
  const buyer = await app.signUp('bruna-das-metricas');
  await app.ask('/loja');
  const [drawn] = ctx.catalog.current().skins;
  await app.ask(`/img/${drawn?.championId}_${drawn?.num}?w=330`);
  await app.ask('/loja', { headers: { cookie: buyer.cookie } });
  const stream = await app.ask('/api/live', { headers: { cookie: buyer.cookie } });
  await stream.body?.cancel();
  const { charge } = await checkOut(ctx, { userId: buyer.id, purchase: buy(ctx, [0]) });
  await shop.simulator.pay(charge.id);
  await checkCharge(ctx, charge.id);
  await watchGateway(ctx.gateway, ctx).find({
    chargeId: charge.id,
    gatewayChargeId: charge.gateway_charge_id,
  });
  await recordBackup(ctx.db, {
    startedAt: ctx.now(),
    endedAt: ctx.now(),
    result: { address: '/b', bytes: 1 },
  });
  await shop.work();
  await expect.poll(() => shop.mails.length, { timeout: 10_000 }).toBeGreaterThan(0);
  // One that waits for its next try.
  await sql`
    insert into jobs.job (name, state, start_after) values ('mail-refund', 'retry', now() + interval '1 hour')
  `.execute(ctx.db);
}

test('a shop that has been used says each figure of the table, and nothing else', async () => {
  await useTheShop();
  const { lines, types } = await readMetrics();
  const said = new Map<string, Set<string>>();
  for (const { name, labels } of lines) {
    const of = said.get(metricOf(name)) ?? new Set();
    for (const label of Object.keys(labels)) if (label !== 'le') of.add(label);
    said.set(metricOf(name), of);
  }
  const absent = shop.url === null ? OF_POSTGRES : [];
  const told = Object.entries(METRICS)
    .map(([name, { type, labels }]) => ({ name, type, labels: [...labels] as string[] }))
    .filter(({ name }) => !absent.includes(name));
  expect([...said].map(([name, labels]) => ({ name, type: types.get(name), labels: [...labels] }))).toEqual(
    told,
  );
});

test('a request is counted under the pattern of its route, and no stranger makes a new one', async () => {
  const routes = async () => {
    const { lines } = await readMetrics();
    return lines.filter(({ name }) => name === 'fulgor_request_seconds_count').map(({ labels }) => labels);
  };
  const [skin] = shop.ctx.catalog.current().skins;
  await app.ask(`/loja/skin/${skin?.championId}/${skin?.num}`);
  await app.ask('/api/orders');
  await app.ask('/isto-nao-existe');
  await app.ask('/x', { method: 'PROPFIND' });
  const before = await routes();
  expect(before).toEqual(
    expect.arrayContaining([
      { method: 'GET', route: '/loja/skin/:championId/:skinNum', status: '2xx' },
      { method: 'GET', route: '/api/orders', status: '4xx' },
      { method: 'GET', route: '/*', status: '4xx' },
      { method: 'GET', route: '/loja', status: '2xx' },
    ]),
  );
  for (let n = 0; n < 50; n++) {
    await app.ask(`/nada-${n}/${customer.email}`);
    await app.ask('/x', { method: `M${n}` });
    await app.ask(`/api/payments/${n}`, { headers: { cookie: 'x' } });
  }
  const fresh = (await routes()).filter(
    (one) => !before.some((other) => JSON.stringify(other) === JSON.stringify(one)),
  );
  expect(fresh).toEqual([{ method: 'GET', route: '/api/payments/:paymentId', status: '4xx' }]);
});

test('the buckets of a histogram add up, and nothing in the answer is about a person', async () => {
  const { text, lines } = await readMetrics();
  const of = (name: string) => lines.filter((line) => line.name === name && line.labels.route === '/loja');
  const buckets = of('fulgor_request_seconds_bucket').map(({ value }) => value);
  expect(buckets).toEqual(buckets.toSorted((a, b) => a - b));
  expect(buckets.at(-1)).toBe(of('fulgor_request_seconds_count')[0]?.value);
  expect(buckets).toHaveLength(HISTOGRAMS.fulgor_request_seconds.bounds.length + 1);
  for (const personal of ['bruna', 'Bruna', '@', customer.taxId, customer.cellphone]) {
    expect(text).not.toContain(personal);
  }
});

test('while the database is silent, the processes are told about without it', async () => {
  const { executeQuery } = shop.ctx.db.getExecutor();
  const executor = shop.ctx.db.getExecutor();
  executor.executeQuery = () => Promise.reject(new Error('The database is gone.'));
  try {
    const { lines } = await readMetrics();
    const names = new Set(lines.map(({ name }) => metricOf(name) as MetricName));
    expect(lines.find(({ name }) => name === 'fulgor_ready')?.value).toBe(0);
    expect(names).toContain('process_resident_memory_bytes');
    expect(names).toContain('fulgor_request_seconds');
    expect(names).not.toContain('fulgor_orders');
  } finally {
    executor.executeQuery = executeQuery;
  }
});
