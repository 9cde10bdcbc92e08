import type { Browser, Request } from '@playwright/test';
import { expect, test } from '../shop.ts';

const KB = 1024;
/** What a first visit may weigh on the line, compressed, by kind. React and the router alone are 91 KB of scripts. */
const BUDGETS = { document: 15 * KB, script: 125 * KB, stylesheet: 12 * KB, font: 32 * KB };
/** Each of them keeps a phone busy. Small ones that several pages share belong into the frame (vite.config.ts). */
const MOST_SCRIPTS = 16;
const PAGES = ['/', '/loja', '/loja/skin/Ahri/4'];

type Kind = keyof typeof BUDGETS;

/** A cheap phone's first visit: bytes by kind, and the scripts' text. */
async function visit(browser: Browser, url: string) {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    // Its own downloads are no part of what the page waits for.
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const finished: Request[] = [];
  page.on('requestfinished', (request) => finished.push(request));
  await page.goto(url, { waitUntil: 'networkidle' });
  const weights: Record<Kind, number> = { document: 0, script: 0, stylesheet: 0, font: 0 };
  let code = '';
  for (const request of finished) {
    const kind = request.resourceType();
    if (!(kind in weights)) continue;
    weights[kind as Kind] += (await request.sizes()).responseBodySize;
    if (kind === 'script') code += await (await request.response())?.text();
  }
  const widths = await page
    .locator('main img')
    .evaluateAll((images) =>
      images
        .filter((image) => image.checkVisibility() && image.getBoundingClientRect().top < innerHeight)
        .map((image) => Number(new URL((image as HTMLImageElement).currentSrc).searchParams.get('w'))),
    );
  await context.close();
  const scripts = finished.filter((request) => request.resourceType() === 'script').length;
  return { weights, code, widths, scripts };
}

for (const path of PAGES) {
  test(`a first visit to ${path} stays within its bytes`, async ({ shop, browser }) => {
    const { weights, code, widths, scripts } = await visit(browser, `${shop.url}${path}`);
    for (const [kind, budget] of Object.entries(BUDGETS)) {
      const weight = weights[kind as Kind];
      expect(weight, kind).toBeGreaterThan(1000);
      expect(weight, `${kind} on ${path}`).toBeLessThanOrEqual(budget);
    }
    expect(scripts, `scripts of ${path}`).toBeLessThanOrEqual(MOST_SCRIPTS);
    // What only some need comes when they need it: dialogs, toasts, the customer area, the admin panel.
    for (const stranger of [
      'data-radix',
      'data-sonner',
      'Enviar Links e Concluir',
      'Alterar senha',
      'Buscar no painel',
      'panel-rail',
    ]) {
      expect(code, stranger).not.toContain(stranger);
    }
    // The browser's own tables of numbers and dates keep a cheap phone from everything else for a tenth of a second.
    expect(code.match(/\bIntl\b|toLocaleString|localeCompare/g)).toBeNull();
    // 330 px is at most 12 KB, 800 px at most 60 KB of a picture full of detail (shop/media/encode-splash.ts).
    expect(widths.length).toBeGreaterThan(0);
    const pictures = widths.reduce(
      (sum, width) => sum + (width <= 330 ? 12 : width <= 480 ? 24 : 60) * KB,
      0,
    );
    expect(pictures).toBeLessThanOrEqual(120 * KB);
  });
}

test('scripts and pages come compressed, and scripts for ever', async ({ shop, request }) => {
  const page = await request.get(`${shop.url}/loja`, { headers: { 'Accept-Encoding': 'br' } });
  expect([page.headers()['content-encoding'], page.headers().vary]).toEqual([
    'br',
    'Accept-Encoding, Cookie',
  ]);
  const script = /\/assets\/entry\.client-[\w-]+\.js/.exec(await page.text())?.[0];
  for (const encoding of ['br', 'gzip']) {
    const answer = await request.get(`${shop.url}${script}`, { headers: { 'Accept-Encoding': encoding } });
    expect(answer.headers()).toMatchObject({
      'content-encoding': encoding,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
  }
});
