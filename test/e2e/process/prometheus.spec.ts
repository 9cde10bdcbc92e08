import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findPrometheus } from '../../metrics/find-prometheus.ts';
import { readPanels, readRules } from '../../metrics/read-rules.ts';
import { expect, startStockedShop, test, type RunningShop } from '../shop.ts';

const TOKEN = 'segredo-do-prometheus';
const DEPLOY = resolve(import.meta.dirname, '../../../deploy');
const program = findPrometheus('prometheus');

let shop: RunningShop;
let prometheus: ChildProcess;
let url: string;
/** Without the program the test is skipped, and the hooks with it. */
const whereItIs = program ? test : test.skip;
const folder = mkdtempSync(join(tmpdir(), 'fulgor-prometheus-'));

test.beforeAll(async ({ database }) => {
  shop = await startStockedShop(database, { METRICS_TOKEN: TOKEN });
  const config = readFileSync(join(DEPLOY, 'prometheus.yml'), 'utf8')
    .replace('127.0.0.1:3000', new URL(shop.url).host)
    .replaceAll('15s', '1s');
  writeFileSync(join(folder, 'prometheus.yml'), config);
  writeFileSync(join(folder, 'metrics-token'), TOKEN);
  cpSync(join(DEPLOY, 'alerts.yml'), join(folder, 'alerts.yml'));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  prometheus = spawn(
    program ?? '',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
});

test.afterAll(async () => {
  const ended = new Promise((done) => prometheus.once('exit', done));
  prometheus.kill('SIGTERM');
  await ended;
  expect(await shop.stop()).toBe(0);
  await rm(folder, { recursive: true, force: true });
});

interface Found {
  status: string;
  error?: string;
  data?: { result: { metric: Record<string, string>; value: [number, string] }[] };
}

async function query(expression: string): Promise<Found> {
  const answer = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(expression)}`).catch(() => null);
  // It answers 503 until it has read its own files.
  if (!answer || answer.status === 503) return { status: 'not yet' };
  return (await answer.json()) as Found;
}
const valueOf = async (expression: string) => (await query(expression)).data?.result[0]?.value[1];

whereItIs(
  'Prometheus scrapes the running shop with its token, and answers every panel and every rule (prometheus)',
  { tag: '@release' },
  async () => {
    await fetch(`${shop.url}/loja`);
    await expect.poll(() => valueOf('up{job="fulgor"}'), { timeout: 20_000 }).toBe('1');
    await expect
      .poll(() => valueOf('sum(fulgor_request_seconds_count{route="/loja",status="2xx"})'), {
        timeout: 10_000,
      })
      .toBe('1');
    expect(await valueOf('fulgor_ready')).toBe('1');
    const expressions = [
      ...readRules().map(({ expression }) => expression),
      ...readPanels().flatMap(({ expressions }) => expressions),
    ];
    expect(expressions.length).toBeGreaterThan(30);
    for (const expression of expressions) {
      const { status, error } = await query(expression.replaceAll('$__rate_interval', '1m'));
      expect(status, `${expression}: ${error}`).toBe('success');
    }
    // Each waits for minutes before it fires. How full this machine's disk is says nothing of the shop.
    const rules = (await (await fetch(`${url}/api/v1/rules`)).json()) as {
      data: { groups: { rules: { name: string; state: string }[] }[] };
    };
    const roused = rules.data.groups[0]?.rules.filter(
      ({ name, state }) => state !== 'inactive' && name !== 'DiscoQuaseCheio',
    );
    expect(roused).toEqual([]);
  },
);

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}
