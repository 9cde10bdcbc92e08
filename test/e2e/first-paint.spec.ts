import type { Page, Route } from '@playwright/test';
import { expect, test, type RunningShop } from './shop.ts';
import { scriptsToRun } from './steps.ts';

const SCRIPTS = /\/assets\/.*\.js$/;

/** Scripts reach the page only once `release` is called, as over a slow line. */
async function holdScripts(page: Page): Promise<{ asked: () => number; release: () => Promise<void> }> {
  let held: Route[] | null = [];
  let asked = 0;
  await page.route(SCRIPTS, async (route) => {
    asked++;
    if (held) held.push(route);
    else await route.continue();
  });
  return {
    asked: () => asked,
    async release() {
      const waiting = held ?? [];
      held = null;
      await Promise.all(waiting.map((route) => route.continue()));
    },
  };
}

const openSkin = (page: Page, shop: RunningShop) => page.goto(`${shop.url}/loja/skin/Ahri/4`);

for (const path of ['/', '/loja', '/loja/skin/Ahri/4']) {
  test(`on ${path} no script is asked for before the first picture is painted`, async ({ shop, visitor }) => {
    const page = await visitor({ width: 360 });
    await page.goto(`${shop.url}${path}`);
    const script = await page.waitForFunction(
      (pattern) =>
        performance
          .getEntriesByType('resource')
          .find(({ name }) => new RegExp(pattern).test(name))
          ?.toJSON() as PerformanceResourceTiming,
      SCRIPTS.source,
    );
    const { painted, pictures } = await page.evaluate(() => ({
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      pictures: [...document.querySelectorAll<HTMLImageElement>('main img[loading=eager]')].map(
        ({ currentSrc }) =>
          (performance.getEntriesByName(currentSrc)[0] as PerformanceResourceTiming).responseEnd,
      ),
    }));
    expect(pictures.length).toBeGreaterThan(0);
    const { startTime } = await script.jsonValue();
    expect(startTime).toBeGreaterThan(Math.max(painted ?? Infinity, ...pictures));
    expect(await page.content()).not.toContain('modulepreload');
  });
}

test('what is pressed before the scripts are there is done once, when they are', async ({
  shop,
  visitor,
}) => {
  const page = await visitor();
  const scripts = await holdScripts(page);
  await openSkin(page, shop);
  const add = page.getByRole('button', { name: 'Adicionar ao carrinho' });
  await add.click();
  await add.click();
  await expect(page.getByText('Já está no carrinho. Ver carrinho')).toBeHidden();
  await scripts.release();
  await expect(page.getByText('Adicionado ao carrinho!')).toBeVisible();
  await expect(page.getByText('Item já está no carrinho')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Carrinho, 1 item' })).toBeVisible();
});

test('what is typed or chosen before the scripts are there is searched for, when they are', async ({
  shop,
  visitor,
}) => {
  const page = await visitor();
  const scripts = await holdScripts(page);
  await page.goto(`${shop.url}/loja`);
  const search = page.getByPlaceholder('Pesquisar por skin ou campeão...');
  await search.pressSequentially('dragao');
  await page.getByLabel('Ordenar por').selectOption({ index: 1 });
  await search.focus();
  await scripts.release();
  await expect(page).toHaveURL(/q=dragao/);
  await expect(page).toHaveURL(/ordem=/);
  await expect(search).toHaveValue('dragao');
  await search.press('End');
  await search.pressSequentially('x');
  await expect(page).toHaveURL(/q=dragaox/);
});

test('a form sent before the scripts are there is sent by them, with what was typed', async ({
  shop,
  visitor,
}) => {
  const page = await visitor({ expected: /^Erro no login/ });
  const scripts = await holdScripts(page);
  await page.goto(`${shop.url}/auth`);
  await page.getByLabel('Email').fill('ninguem@exemplo.com');
  await page.getByLabel('Senha', { exact: true }).fill('segredo-errado');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await scripts.release();
  await expect(
    page
      .getByRole('alert')
      .or(page.getByText(/incorret|inválid/i))
      .first(),
  ).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('ninguem@exemplo.com');
});

test('a sign of life calls the scripts although a picture has not come', async ({ shop, visitor }) => {
  const page = await visitor();
  await page.route(/\/img\//, () => {});
  const scripts = await holdScripts(page);
  await scripts.release();
  await page.goto(`${shop.url}/loja/skin/Ahri/4`, { waitUntil: 'domcontentloaded' });
  await page.locator('h1').waitFor();
  expect(scripts.asked()).toBe(0);
  await page.getByRole('button', { name: 'Adicionar ao carrinho' }).click();
  await expect(page.getByText('Adicionado ao carrinho!')).toBeVisible();
});

test('a tab that is not looked at starts as well', async ({ shop, visitor }) => {
  const page = await visitor();
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
    // Nothing is painted there.
    PerformanceObserver.prototype.observe = () => {};
  });
  const scripts = await holdScripts(page);
  await page.goto(shop.url);
  await expect.poll(scripts.asked).toBeGreaterThan(0);
});

test('scripts that were lost on the way are asked for again at the next sign of life', async ({
  shop,
  visitor,
}) => {
  const page = await visitor();
  let isLost = true;
  await page.route(SCRIPTS, (route) => (isLost ? route.abort() : route.continue()));
  await openSkin(page, shop);
  await page.getByRole('button', { name: 'Adicionar ao carrinho' }).click();
  isLost = false;
  await expect(async () => {
    await page.getByRole('button', { name: 'Compartilhar' }).focus();
    await page.getByRole('button', { name: 'Comprar agora' }).focus();
    await expect(page.getByText('Adicionado ao carrinho!')).toBeVisible({ timeout: 1000 });
  }).toPass();
});

for (const width of [360, 1440]) {
  test(`at ${width} px nothing moves, whether the typefaces come in time or too late`, async ({
    shop,
    visitor,
  }) => {
    for (const [path, delayMs] of [
      ['/', 0],
      ['/', 1500],
      ['/loja', 1500],
      ['/loja/skin/Ahri/4', 1500],
      ['/sobre-nos', 1500],
    ] as const) {
      const page = await visitor({ width });
      await page.route(/\.woff2$/, async (route) => {
        await new Promise((done) => setTimeout(done, delayMs));
        await route.continue();
      });
      await page.addInitScript(() => {
        const moved: string[] = [];
        Object.assign(window, { moved });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            sources: { node: Node | null }[];
          })[]) {
            moved.push(...entry.sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? ''));
          }
        }).observe({ type: 'layout-shift', buffered: true });
      });
      const fetched = page.waitForResponse(/inter.*\.woff2$/);
      await page.goto(`${shop.url}${path}`);
      await fetched;
      await scriptsToRun(page);
      await page.evaluate(() => document.fonts.ready);
      expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved), path).toEqual([]);
      await page.close();
    }
  });
}
