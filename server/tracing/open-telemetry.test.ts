import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startOtlpServer, type OtlpServer } from '#test/providers/otlp-server.ts';
import { createLog } from '../config/log.ts';
import { startTracing } from './start-tracing.ts';
import type { StartedTracing } from './started-tracing.ts';

const SECRET = 'chave-do-coletor-5f1e';
/** As many as go out at once. */
const BATCH = 512;

let collector: OtlpServer;
let lines: string[];
beforeEach(async () => {
  collector = await startOtlpServer();
  lines = [];
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', `api-key=${SECRET}`);
  // Whoever waits for the exporter waits longer than a test may take.
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '600000');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await collector.close();
});

function start(
  settings: { sampler?: string; samplerArg?: number; exportsMetrics?: boolean } = {},
): Promise<StartedTracing> {
  return startTracing(
    {
      endpoint: collector.url,
      sampler: 'parentbased_always_on',
      samplerArg: 1,
      exportsMetrics: true,
      ...settings,
    },
    createLog({ level: 'info', write: (line) => void lines.push(line) }),
  );
}

async function work({ tracing }: StartedTracing, times: number): Promise<number> {
  let done = 0;
  for (let n = 0; n < times; n++) await tracing.begin(null, { name: 'work' }, async () => void done++);
  return done;
}

const events = () => lines.map((line) => (JSON.parse(line) as { event: string }).event);

test('a stop sends what is left, with the headers that the operator has set', async () => {
  vi.stubEnv('OTEL_SERVICE_NAME', 'loja-da-bruna');
  const started = await start();
  await work(started, 3);
  expect(collector.requests).toHaveLength(0);
  await started.stop();
  expect(collector.spans().map(({ name }) => name)).toEqual(['work', 'work', 'work']);
  expect(collector.requests[0]).toMatchObject({ path: '/v1/traces', headers: { 'api-key': SECRET } });
  expect(collector.requests[0]!.body.toString('latin1')).toContain('loja-da-bruna');
});

test('a silent collector holds up neither the work nor the stop, and what waits for it is limited', async () => {
  collector.answer('silent');
  const started = await start();
  expect(await work(started, 10_000)).toBe(10_000);
  await started.stop();
  expect(collector.spans().length).toBeLessThanOrEqual(BATCH + 4_096);
});

test('a collector that refuses is one line of the log, and one when it answers again', async () => {
  collector.answer(400);
  const started = await start();
  await work(started, BATCH);
  await expect.poll(events).toEqual(['tracing.collector_failing']);
  await work(started, BATCH);
  await expect.poll(() => collector.requests.length).toBe(2);
  collector.answer(200);
  await work(started, BATCH);
  await expect.poll(events).toEqual(['tracing.collector_failing', 'tracing.collector_answers']);
  await started.stop();
  expect(lines.join('')).not.toContain(SECRET);
});

test('an address where nobody listens harms nothing', async () => {
  await collector.close();
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '100');
  const started = await start();
  expect(await work(started, BATCH)).toBe(BATCH);
  await expect.poll(events).toEqual(['tracing.collector_failing']);
  await started.stop();
});

test('work that fails fails as before, and its step says the name of the error and not its text', async () => {
  const started = await start();
  const { tracing } = started;
  await expect(
    tracing.begin(null, { name: 'job' }, () =>
      tracing.step({ name: 'send mail' }, async () => {
        throw new RangeError('bruna@exemplo.com is no mailbox');
      }),
    ),
  ).rejects.toThrow('bruna@exemplo.com is no mailbox');
  await started.stop();
  const told = { isFailed: true, attributes: { 'error.type': 'RangeError' } };
  expect(collector.spans()).toMatchObject([told, told]);
  expect(collector.requests[0]!.body.toString('latin1')).not.toContain('bruna');
});

test('work in no trace begins none: what the shop does every second is not told', async () => {
  const started = await start();
  const { tracing } = started;
  const place = await tracing.step({ name: 'gateway find' }, async () => tracing.place());
  expect(await tracing.stepAt(null, { name: 'webhook' }, async () => tracing.place())).toBe(place);
  expect(place).toBeNull();
  await started.stop();
  expect(collector.requests).toHaveLength(0);
});

test('a share of the traces, whole ones: a purchase that is left out stays out at its webhook', async () => {
  const started = await start({ sampler: 'parentbased_traceidratio', samplerArg: 0.5 });
  const { tracing } = started;
  for (let n = 0; n < 200; n++) {
    const place = await tracing.begin(null, { name: 'checkout' }, async () => tracing.place());
    await tracing.begin(null, { name: 'request' }, () =>
      tracing.stepAt(place, { name: 'webhook' }, async () => {}),
    );
  }
  await started.stop();
  const tracesOf = (wanted: string) =>
    new Set(
      collector
        .spans()
        .filter(({ name }) => name === wanted)
        .map(({ traceId }) => traceId),
    );
  expect(tracesOf('webhook')).toEqual(tracesOf('checkout'));
  expect(tracesOf('checkout').size).toBeGreaterThan(40);
  expect(tracesOf('checkout').size).toBeLessThan(160);
});

test('a collector that takes traces alone is not sent figures', async () => {
  const started = await start({ exportsMetrics: false });
  started.exportFigures(async () => [{ name: 'fulgor_ready', value: 1 }]);
  await work(started, 1);
  await started.stop();
  expect(collector.requests.map(({ path }) => path)).toEqual(['/v1/traces']);
});

test('figures that cannot be read stop neither the traces nor the stop', async () => {
  const started = await start();
  started.exportFigures(async () => {
    throw new Error('the database is silent');
  });
  await work(started, 1);
  await started.stop();
  expect(collector.requests.map(({ path }) => path)).toEqual(['/v1/traces']);
});
