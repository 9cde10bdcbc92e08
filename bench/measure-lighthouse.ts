import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { startStockedShop } from '../test/e2e/shop.ts';
import { startStaticDataServer } from '../test/static-data-server.ts';
import type { Measure, Row } from './measure.ts';

const PAGES = ['/', '/loja', '/loja/skin/Ahri/4'];
const KB = 1024;

type Goal = { atLeast: number } | { atMost: number };

/** Each page, as on a mid phone over a slow line (Lighthouse's own throttling). `transferSize`: headers included. */
const GOALS: Record<string, Goal> = {
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
};

type Figures = Record<string, number>;

/**
 * The median of three visits with an empty cache to each public page of the built shop with the whole catalogue. The
 * pictures are the shop's own generated art, since no splash may be part of this repository.
 */
export const measureLighthouse: Measure = {
  name: 'lighthouse',
  needsStock: true,
  async run(size) {
    const data = await startStaticDataServer();
    const documents = await withoutSplashes(data.url);
    const shop = await startStockedShop('embedded', { CATALOG_URL: documents.url, LOG_LEVEL: 'error' });
    try {
      const rows: Row[] = [];
      for (const path of size === 'short' ? PAGES.slice(0, 1) : PAGES) {
        const visits: Figures[] = [];
        // The first one fills the shop's own caches.
        for (let n = size === 'short' ? 0 : -1; n < (size === 'short' ? 1 : 3); n++) {
          const figures = await visit(`${shop.url}${path}`);
          if (n >= 0) visits.push(figures);
        }
        for (const [name, goal] of Object.entries(GOALS)) rows.push(judge(path, name, goal, visits));
      }
      return rows;
    } finally {
      await shop.stop();
      documents.close();
      await data.close();
    }
  },
};

function judge(path: string, name: string, goal: Goal, visits: Figures[]): Row {
  const value = median(visits.map((figures) => figures[name] ?? Number.NaN));
  const unit = / (ms|KB)$/.exec(name)?.[0] ?? '';
  return {
    figure: `${path}: ${unit ? name.slice(0, -unit.length) : name}`,
    goal: 'atLeast' in goal ? `≥ ${goal.atLeast}${unit}` : `≤ ${goal.atMost}${unit}`,
    ratio: '–',
    absolute: `${Math.round(value * 1000) / 1000}${unit}`,
    isMet: 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost,
  };
}

interface LighthouseCategory {
  score: number | null;
  auditRefs: { id: string; weight: number }[];
}

async function visit(url: string): Promise<Figures> {
  const tools = createRequire(new URL('tools/package.json', import.meta.url));
  const load = (name: string) => import(pathToFileURL(tools.resolve(name)).href);
  const { default: lighthouse } = await load('lighthouse');
  const { launch } = await load('chrome-launcher');
  const chrome = await launch({
    chromePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const { lhr } = await lighthouse(url, { port: chrome.port, logLevel: 'error' });
    const { audits } = lhr;
    const categories = lhr.categories as Record<string, LighthouseCategory>;
    explain(url, categories, audits);
    const requests = audits['network-requests'].details.items as {
      resourceType: string;
      transferSize: number;
      statusCode: number;
    }[];
    const weigh = (type: string) =>
      requests
        .filter((request) => request.resourceType === type && request.statusCode === 200)
        .reduce((sum, request) => sum + request.transferSize, 0) / KB;
    return {
      ...Object.fromEntries(Object.entries(categories).map(([id, { score }]) => [id, (score ?? 0) * 100])),
      'LCP ms': audits['largest-contentful-paint'].numericValue,
      'TBT ms': audits['total-blocking-time'].numericValue,
      CLS: audits['cumulative-layout-shift'].numericValue,
      'JS KB': weigh('Script'),
      'CSS KB': weigh('Stylesheet'),
      'fonts KB': weigh('Font'),
      'HTML KB': weigh('Document'),
    };
  } finally {
    await chrome.kill();
  }
}

/** Why a category other than performance is not full: those are faults to mend, not figures to tune. */
function explain(
  url: string,
  categories: Record<string, LighthouseCategory>,
  audits: Record<string, { score: number | null; title: string }>,
): void {
  for (const [id, { auditRefs }] of Object.entries(categories)) {
    if (id === 'performance') continue;
    for (const { id: name, weight } of auditRefs) {
      const audit = audits[name];
      if (weight > 0 && audit && audit.score !== null && audit.score < 1) {
        console.error(`${url}: ${id}: ${name}: ${audit.title}`);
      }
    }
  }
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
