import { startStockedShop } from '../../test/e2e/shop.ts';
import { grownMirror } from '../../test/catalog/invented-mirror.ts';
import { startStaticDataServer } from '../../test/catalog/static-data-server.ts';
import { cpuSeconds } from '../load/cpu-time.ts';
import { load } from '../load/load.ts';
import type { Measure, Row, Size } from './measure.ts';

const PAGES_PER_SECOND = 300;
const NAME = 'Bruna da Medida';

/**
 * What a signed-in visitor asks for most: the store, which is rendered for each of them. Whoever has many visitors has a
 * PostgreSQL; the embedded database works in the same thread, and its row has no floor.
 */
export const measureRendering: Measure = {
  name: 'rendering',
  needsStock: true,
  async run(size) {
    const catalog = await startStaticDataServer(grownMirror);
    try {
      return [await measure('postgres', catalog.url, size), await measure('embedded', catalog.url, size)];
    } finally {
      await catalog.close();
    }
  },
};

async function measure(database: 'postgres' | 'embedded', catalogUrl: string, size: Size): Promise<Row> {
  const shop = await startStockedShop(database, { CATALOG_URL: catalogUrl, LOG_LEVEL: 'error' });
  try {
    const headers = { cookie: await signUp(shop.url), 'accept-encoding': 'br, gzip' };
    const url = `${shop.url}/loja`;
    await expectPersonalStore(url, headers);
    const young = await measurePages(shop.pid, url, headers, size === 'full' ? 8 : 2);
    // A shop that has answered some thousands of pages is what visitors meet; V8 is still compiling before.
    if (size === 'full') await load({ url, headers, connections: 16, seconds: 12 });
    const found = size === 'full' ? await measurePages(shop.pid, url, headers, 8) : young;
    const { perCpuSecond } = found;
    const hasFloor = database === 'postgres';
    return {
      figure: `Signed-in store (24 cards), pages per CPU second of the shop, ${database}`,
      goal: hasFloor ? `≥ ${PAGES_PER_SECOND}` : '–',
      ratio: '–',
      absolute: `${perCpuSecond.toFixed(0)} (${found.requestsPerSecond.toFixed(0)}/s, p50 ${found.p50Ms} ms, ${found.failures} failures; ${young.perCpuSecond.toFixed(0)} in the first seconds)`,
      isMet: found.failures + young.failures === 0 && (!hasFloor || perCpuSecond >= PAGES_PER_SECOND),
    };
  } finally {
    await shop.stop();
  }
}

async function measurePages(pid: number, url: string, headers: Record<string, string>, seconds: number) {
  const before = cpuSeconds(pid);
  const found = await load({ url, headers, connections: 16, seconds });
  return { ...found, perCpuSecond: found.requests / (cpuSeconds(pid) - before) };
}

async function signUp(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { Origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'medida@exemplo.com', password: 'segredo-de-medida', name: NAME }),
  });
  if (!answer.ok) throw new Error(`No account for the measurement: ${answer.status} ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
}

/** A page that is quick because it is the wrong one would be no figure. */
async function expectPersonalStore(url: string, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(url, { headers });
  const html = await answer.text();
  const cards = html.match(/href="\/loja\/skin\//g)?.length;
  if (cards !== 24 || !html.includes(NAME) || !answer.headers.get('cache-control')?.includes('no-store'))
    throw new Error(`Not the signed-in store: ${answer.status}, ${cards} cards.`);
}
