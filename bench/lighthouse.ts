/**
 * Lighthouse as on a mid phone over a slow line (its own throttling), against the built shop with the whole
 * catalogue: the median of five visits to each public page beside its goal. Ends with 1 if a goal is missed.
 * The pictures are the shop's own generated art, since no splash may be part of this repository.
 *
 *   npm run bench:lighthouse
 */
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { startShop } from '../test/e2e/shop.ts';
import { startStaticDataServer } from '../test/static-data-server.ts';

const PAGES = ['/', '/loja', '/loja/skin/Ahri/4'];
const VISITS = Number(process.env.VISITS ?? 5);
const KB = 1024;

interface Figures {
  [name: string]: number;
}

/** `atLeast` for scores out of 100, `atMost` for everything that is better when small. */
const GOALS: Record<string, { atLeast: number } | { atMost: number }> = {
  performance: { atLeast: 98 },
  accessibility: { atLeast: 100 },
  'best-practices': { atLeast: 100 },
  seo: { atLeast: 100 },
  'LCP ms': { atMost: 1200 },
  'TBT ms': { atMost: 50 },
  CLS: { atMost: 0 },
  'JS KB': { atMost: 105 },
  'CSS KB': { atMost: 12 },
  'fonts KB': { atMost: 60 },
  'HTML KB': { atMost: 15 },
  'images KB': { atMost: 120 },
};

const { installTools } = await import(new URL('../scripts/install-tools.mjs', import.meta.url).href);
await installTools('bench/tools');
const tools = createRequire(new URL('tools/package.json', import.meta.url));
const load = (name: string) => import(pathToFileURL(tools.resolve(name)).href);
const { default: lighthouse } = await load('lighthouse');
const { launch } = await load('chrome-launcher');

const data = await startStaticDataServer();
const documents = await withoutSplashes(data.url);
const shop = await startShop('embedded', { CATALOG_URL: documents.url, LOG_LEVEL: 'error' });
let isShort = false;
try {
  console.log('| page | figure | median | goal | |');
  console.log('| --- | --- | ---: | ---: | --- |');
  for (const path of PAGES) {
    await visit(path);
    const visits: Figures[] = [];
    for (let n = 0; n < VISITS; n++) visits.push(await visit(path));
    for (const [name, goal] of Object.entries(GOALS)) {
      const figure = median(visits.map((each) => each[name] ?? Number.NaN));
      const isMet = 'atLeast' in goal ? figure >= goal.atLeast : figure <= goal.atMost;
      isShort ||= !isMet;
      const bound = 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
      console.log(`| ${path} | ${name} | ${round(figure)} | ${bound} | ${isMet ? 'ok' : 'short'} |`);
    }
  }
} finally {
  await shop.stop();
  documents.close();
  await data.close();
}
process.exitCode = isShort ? 1 : 0;

/** One visit with an empty cache. */
async function visit(path: string): Promise<Figures> {
  const chrome = await launch({
    chromePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const result = await lighthouse(`${shop.url}${path}`, { port: chrome.port, logLevel: 'error' });
    const { categories, audits } = result.lhr;
    const requests = audits['network-requests'].details.items as {
      resourceType: string;
      transferSize: number;
      statusCode: number;
    }[];
    const weigh = (type: string) =>
      requests
        .filter((request) => request.resourceType === type && request.statusCode === 200)
        .reduce((sum, request) => sum + request.transferSize, 0) / KB;
    for (const [id, category] of Object.entries(categories as Record<string, LighthouseCategory>)) {
      if (id === 'performance') continue;
      for (const { id: audit, weight } of category.auditRefs) {
        const { score, title } = audits[audit];
        if (weight > 0 && score !== null && score < 1) console.error(`${path}: ${id}: ${audit}: ${title}`);
      }
    }
    return {
      ...Object.fromEntries(
        Object.entries(categories as Record<string, LighthouseCategory>).map(([id, { score }]) => [
          id,
          (score ?? 0) * 100,
        ]),
      ),
      'LCP ms': audits['largest-contentful-paint'].numericValue,
      'TBT ms': audits['total-blocking-time'].numericValue,
      CLS: audits['cumulative-layout-shift'].numericValue,
      'JS KB': weigh('Script'),
      'CSS KB': weigh('Stylesheet'),
      'fonts KB': weigh('Font'),
      'HTML KB': weigh('Document'),
      'images KB': weigh('Image'),
    };
  } finally {
    await chrome.kill();
  }
}

interface LighthouseCategory {
  score: number | null;
  auditRefs: { id: string; weight: number }[];
}

/** The mirror without its pictures, which are plain colours and would make every page look light. */
async function withoutSplashes(source: string): Promise<{ url: string; close(): void }> {
  const server = createServer((request, answer) => {
    const path = request.url ?? '/';
    if (path.startsWith('/cdn/img/')) return void answer.writeHead(403).end();
    fetch(`${source}${path}`).then(
      async (found) => answer.writeHead(found.status).end(Buffer.from(await found.arrayBuffer())),
      () => answer.destroy(),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  };
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
