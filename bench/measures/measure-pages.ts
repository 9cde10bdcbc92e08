import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { startStockedShop } from '../../test/e2e/shop.ts';
import { grownMirror } from '../../test/catalog/invented-mirror.ts';
import { startStaticDataServer } from '../../test/catalog/static-data-server.ts';
import { cpuSeconds } from '../load/cpu-time.ts';
import { load } from '../load/load.ts';
import type { Measure, Row, Size } from './measure.ts';

const LEAST_RATIO = 0.7;
const PAGES = [
  { path: '/loja', name: 'store' },
  { path: '/loja/skin/Ahri/4', name: 'skin page' },
];

/** A page as it went over the wire. */
interface Copy {
  headers: Record<string, string>;
  body: string;
}

/**
 * Public pages for the anonymous against the least that Node can do: a bare `node:http` server in a process of its
 * own, which sends the same compressed bytes under the same headers. Requests per CPU second of the server.
 */
export const measurePages: Measure = {
  name: 'pages',
  needsStock: true,
  async run(size) {
    const catalog = await startStaticDataServer(grownMirror);
    const shop = await startStockedShop('embedded', { CATALOG_URL: catalog.url, LOG_LEVEL: 'error' });
    try {
      const rows: Row[] = [];
      for (const page of PAGES) rows.push(await compare(shop, page, size));
      return rows;
    } finally {
      await shop.stop();
      await catalog.close();
    }
  },
};

async function compare(
  shop: { url: string; pid: number },
  { path, name }: (typeof PAGES)[number],
  size: Size,
): Promise<Row> {
  const copy = await fetchRaw(shop.url + path);
  const bare = fork(fileURLToPath(import.meta.url), ['serve'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    const rivals = {
      ours: { url: shop.url + path, pid: shop.pid },
      bare: { url: (await startBare(bare, copy)) + path, pid: bare.pid ?? 0 },
    };
    const found = { ours: [] as number[], bare: [] as number[] };
    const rounds = size === 'full' ? 3 : 1;
    // The first round of each only warms up.
    for (let round = size === 'full' ? -1 : 0; round < rounds; round++) {
      for (const rival of ['bare', 'ours'] as const) {
        const rate = await ratePerCpuSecond(rivals[rival], size === 'full' ? 2 : 1);
        if (round >= 0) found[rival].push(rate);
      }
    }
    const [ours, floor] = [median(found.ours), median(found.bare)];
    return {
      figure: `Anonymous ${name}, requests per CPU second against bare node:http`,
      goal: `≥ ${LEAST_RATIO}`,
      ratio: (ours / floor).toFixed(2),
      absolute: `${ours.toFixed(0)} of ${floor.toFixed(0)}`,
      isMet: ours / floor >= LEAST_RATIO,
    };
  } finally {
    bare.kill();
  }
}

async function ratePerCpuSecond(server: { url: string; pid: number }, seconds: number): Promise<number> {
  const before = cpuSeconds(server.pid);
  const headers = { 'accept-encoding': 'br, gzip' };
  const { requests, failures } = await load({ url: server.url, connections: 32, seconds, headers });
  if (failures > 0) throw new Error(`${failures} requests to ${server.url} failed.`);
  return requests / (cpuSeconds(server.pid) - before);
}

/** Without the decompression that `fetch` would do. */
async function fetchRaw(url: string): Promise<Copy> {
  for (const _ of ['rendered', 'kept']) await (await fetch(url)).arrayBuffer();
  const answer = await request(url, { headers: { 'accept-encoding': 'br, gzip' } });
  const headers = Object.fromEntries(
    Object.entries(answer.headers).filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)),
  ) as Record<string, string>;
  if (answer.statusCode !== 200 || !headers.etag || headers['content-encoding'] !== 'br')
    throw new Error(`${url} is not kept: ${answer.statusCode} ${JSON.stringify(headers)}`);
  return { headers, body: Buffer.from(await answer.body.arrayBuffer()).toString('base64') };
}

async function startBare(bare: ChildProcess, copy: Copy): Promise<string> {
  bare.send(copy);
  const [port] = (await once(bare, 'message')) as [number];
  return `http://localhost:${port}`;
}

async function serveBare(): Promise<void> {
  const [{ headers, body }] = (await once(process, 'message')) as [Copy];
  const bytes = Buffer.from(body, 'base64');
  const server = createServer((_, answer) => answer.writeHead(200, headers).end(bytes));
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

if (process.argv[2] === 'serve') await serveBare();
