import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { ask, asJson, signInPerson } from '../../test/e2e/authorization/resources.ts';
import { startStockedShop } from '../../test/e2e/shop.ts';
import { grownMirror } from '../../test/catalog/invented-mirror.ts';
import { startStaticDataServer } from '../../test/catalog/static-data-server.ts';
import type { Measure, Row } from './measure.ts';

const PAGES = ['/', '/loja', '/loja/skin/Ahri/4'];
/** The largest of the typefaces that an owner may choose, in a colour of their own: no page of it is slower. */
const BRAND = {
  brand_color: '#ff8a9a',
  brand_neutral: 'quente',
  brand_typeface: 'fraunces',
  brand_radius: 20,
};

type Goal = { atLeast: number } | { atMost: number };

/** Each page, as on a mid phone over a slow line (Lighthouse's own throttling). What it weighs, bytes.spec.ts asks. */
const GOALS: Record<string, Goal> = {
  performance: { atLeast: 97 },
  accessibility: { atLeast: 100 },
  'best-practices': { atLeast: 100 },
  seo: { atLeast: 100 },
  'LCP ms': { atMost: 1300 },
  'TBT ms': { atMost: 100 },
  CLS: { atMost: 0.02 },
};

type Figures = Record<string, number>;

/**
 * The median of five visits with an empty cache to each public page of the built shop with the whole catalogue. What a
 * second look would say again (accessibility, best practices, search engines) is asked once, on the visit before them,
 * which also fills the shop's own caches. The pictures are the shop's own generated art, since no splash may be part
 * of this repository.
 */
export const measureLighthouse: Measure = {
  name: 'lighthouse',
  needsStock: true,
  async run(size) {
    const data = await startStaticDataServer(grownMirror);
    const documents = await withoutSplashes(data.url);
    const shop = await startStockedShop('embedded', { CATALOG_URL: documents.url, LOG_LEVEL: 'error' });
    try {
      const rows: Row[] = [];
      const look = async (path: string, title: string) => {
        const first = await visit(shop.url + path);
        const visits: Figures[] = [];
        for (let n = 0; n < (size === 'short' ? 1 : 5); n++) {
          const again = () => visit(shop.url + path, ['performance']);
          // Now and then the browser tells Lighthouse of no picture; twice in a row it would be the page.
          visits.push({ ...first, ...(await again().catch(again)) });
        }
        for (const [name, goal] of Object.entries(GOALS)) rows.push(judge(title, name, goal, visits));
      };
      for (const path of size === 'short' ? PAGES.slice(0, 1) : PAGES) await look(path, path);
      const owner = await signInPerson(shop, shop.staff);
      const saved = await ask(shop, owner, '/api/admin/settings', asJson(BRAND, 'PUT'));
      if (saved.status !== 200) throw new Error(`The look was not saved: ${saved.status}`);
      await look('/', '/ in a look of its own');
      return rows;
    } finally {
      await shop.stop();
      documents.close();
      await data.close();
    }
  },
};

function judge(title: string, name: string, goal: Goal, visits: Figures[]): Row {
  const value = median(visits.map((figures) => figures[name] ?? Number.NaN));
  const unit = / ms$/.exec(name)?.[0] ?? '';
  return {
    figure: `${title}: ${unit ? name.slice(0, -unit.length) : name}`,
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

/** @throws where Lighthouse could not say: a median of fewer visits would look like one of all. */
async function visit(url: string, onlyCategories?: string[]): Promise<Figures> {
  const tools = createRequire(new URL('../tools/package.json', import.meta.url));
  const load = (name: string) => import(pathToFileURL(tools.resolve(name)).href);
  const { default: lighthouse } = await load('lighthouse');
  const { launch } = await load('chrome-launcher');
  const chrome = await launch({
    chromePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const { lhr } = await lighthouse(url, {
      port: chrome.port,
      logLevel: 'error',
      // For its report alone, which nobody opens.
      disableFullPageScreenshot: true,
      ...(onlyCategories && { onlyCategories }),
    });
    const { audits } = lhr;
    const lost = audits['largest-contentful-paint'].errorMessage ?? lhr.runtimeError?.message;
    if (lost) throw new Error(`${url}: ${lost}`);
    const categories = lhr.categories as Record<string, LighthouseCategory>;
    explain(url, categories, audits);
    return {
      ...Object.fromEntries(Object.entries(categories).map(([id, { score }]) => [id, (score ?? 0) * 100])),
      'LCP ms': audits['largest-contentful-paint'].numericValue,
      'TBT ms': audits['total-blocking-time'].numericValue,
      CLS: audits['cumulative-layout-shift'].numericValue,
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
