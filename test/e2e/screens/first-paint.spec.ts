import type { Page, Route } from '@playwright/test';
import { expect, test, type RunningShop } from '../shop.ts';
import { BUYER, scriptsToRun, signUp } from '../steps.ts';

const SCRIPTS = /\/assets\/.*\.js$/;
const TYPEFACES = /\/assets\/.*\.woff2$/;

interface Held {
  asked: () => number;
  release: () => Promise<void>;
}

/** Files reach the page only once `release` is called, as over a slow line. */
async function hold(page: Page, files: RegExp): Promise<Held> {
  let held: Route[] | null = [];
  let asked = 0;
  await page.route(files, async (route) => {
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
  test(
    `on ${path} no script is asked for before the first picture is painted`,
    { tag: path === '/loja/skin/Ahri/4' ? [] : '@release' },
    async ({ shop, visitor }) => {
      const page = await visitor({ width: 360 });
      await page.goto(`${shop.url}${path}`);
      const { painted, scripts, pictures } = await page.evaluate((pattern) => {
        const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
        return {
          painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
          scripts: entries
            .filter(({ name }) => new RegExp(pattern).test(name))
            .map(({ startTime }) => startTime),
          pictures: [...document.querySelectorAll<HTMLImageElement>('main img[loading=eager]')].map(
            ({ currentSrc }) => entries.find(({ name }) => name === currentSrc)?.responseEnd ?? Infinity,
          ),
        };
      }, SCRIPTS.source);
      expect(pictures.length).toBeGreaterThan(0);
      // With the styles and the headings' typeface: six files, which a browser fetches at once from one server.
      expect(pictures.length).toBeLessThanOrEqual(4);
      expect(scripts.length).toBeGreaterThan(3);
      // After four seconds they come in any case, which a machine that stands still may be asked to wait for.
      expect(Math.min(...scripts)).toBeGreaterThan(Math.min(4000, Math.max(painted, ...pictures)));
    },
  );
}

test('what is pressed before the scripts are there is done once, when they are', async ({
  shop,
  visitor,
}) => {
  const page = await visitor({ isEarly: true });
  const scripts = await hold(page, SCRIPTS);
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

test(
  'what is typed and chosen before the scripts are there is searched for, when they are',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({ isEarly: true });
    const scripts = await hold(page, SCRIPTS);
    await page.goto(`${shop.url}/loja`);
    const search = page.getByPlaceholder('Pesquisar por skin ou campeão...');
    await search.pressSequentially('dragao');
    await page.getByLabel('Ordenar por').selectOption({ index: 1 });
    await page.getByLabel('Ordenar por').focus();
    await scripts.release();
    await expect(page).toHaveURL(/q=dragao/);
    await expect(page).toHaveURL(/ordem=/);
    await expect(search).toHaveValue('dragao');

    const other = await visitor({ isEarly: true });
    const held = await hold(other, SCRIPTS);
    await other.goto(`${shop.url}/loja`);
    const champion = other.getByLabel('Campeão', { exact: true });
    await champion.selectOption('Ahri');
    await held.release();
    await expect(other).toHaveURL(/campeao=Ahri$/);
    await expect(champion).toHaveValue('Ahri');
    // With the arrows one goes on from there.
    await champion.selectOption('Lux');
    await champion.focus();
    await other.keyboard.press('ArrowDown');
    await expect(other).not.toHaveURL(/campeao=Lux$/);
    await expect(champion).toBeFocused();
  },
);

test(
  'a form sent before the scripts are there is sent by the browser',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({ isEarly: true });
    await hold(page, SCRIPTS);
    await page.goto(`${shop.url}/auth`);
    await page.getByLabel('Email').fill('ninguem@exemplo.com');
    await page.getByLabel('Senha', { exact: true }).fill('segredo-errado');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page.getByRole('alert')).toContainText('Email ou senha incorretos');
    await expect(page.getByLabel('Email')).toHaveValue('ninguem@exemplo.com');
  },
);

test(
  'a payment form, which only scripts can send, opens when they are there',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({ isEarly: true });
    const { email } = await signUp(page, shop);
    const scripts = await hold(page, SCRIPTS);
    await page.goto(`${shop.url}/pagamento-pix?amount=45.5`);
    for (const label of ['Nome completo', 'Email', 'Celular', 'CPF ou CNPJ']) {
      await expect(page.getByLabel(label)).toBeDisabled();
    }
    await expect(page.getByRole('button', { name: 'Gerar código PIX' })).toBeDisabled();
    await scripts.release();
    await page.getByLabel('Nome completo').fill(BUYER.name);
    await page.getByLabel('Celular').fill(BUYER.cellphone);
    await page.getByLabel('CPF').fill(BUYER.taxId);
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await page.getByRole('button', { name: 'Gerar código PIX' }).click();
    await expect(page.getByText('Aguardando pagamento...')).toBeVisible();
  },
);

test(
  'a sign of life calls the scripts although a picture has not come',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({ isEarly: true });
    await page.route(/\/img\//, () => {});
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.goto(`${shop.url}/loja/skin/Ahri/4`, { waitUntil: 'domcontentloaded' });
    await page.locator('h1').waitFor();
    expect(await page.evaluate(() => 'replayPress' in window)).toBe(true);
    await page.getByRole('button', { name: 'Adicionar ao carrinho' }).click();
    await scriptsToRun(page);
  },
);

/** The names of the typefaces in which the text of this element is drawn. */
async function typefacesOf(page: Page, selector: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts.filter(({ isCustomFont }) => isCustomFont).map(({ familyName }) => familyName);
}

for (const width of [360, 1440]) {
  test(
    `at ${width} px a newcomer's first page wears the brand's typefaces`,
    { tag: '@release' },
    async ({ shop, visitor }) => {
      for (const path of ['/', '/loja', '/loja/skin/Ahri/4', '/carrinho', '/auth']) {
        const page = await visitor({ width, isEarly: true });
        await page.goto(`${shop.url}${path}`);
        await expect
          .poll(() => typefacesOf(page, 'h1'), path)
          .toEqual([expect.stringContaining('Bricolage Grotesque')]);
        await expect
          .poll(() => typefacesOf(page, 'main label, footer a'), path)
          .toEqual([expect.stringContaining('Inter')]);
        await page.close();
      }
    },
  );

  test(
    `at ${width} px next to nothing moves when the typefaces come late`,
    { tag: width === 360 ? [] : '@release' },
    async ({ shop, visitor }) => {
      for (const path of ['/', '/loja', '/loja/skin/Ahri/4', '/sobre-nos']) {
        const page = await visitor({ width, isEarly: true });
        const typefaces = await hold(page, TYPEFACES);
        await page.addInitScript(() => {
          const moved = { score: 0 };
          Object.assign(window, { moved });
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
              moved.score += entry.value;
            }
          }).observe({ type: 'layout-shift', buffered: true });
        });
        await page.goto(`${shop.url}${path}`, { waitUntil: 'domcontentloaded' });
        await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
        expect(typefaces.asked(), path).toBeGreaterThan(0);
        await typefaces.release();
        await scriptsToRun(page);
        await page.evaluate(() => document.fonts.ready);
        // A shift is told after the frame that shows it.
        await page.evaluate(
          () =>
            new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
        );
        const score = await page.evaluate(
          () => (window as unknown as { moved: { score: number } }).moved.score,
        );
        expect(score, path).toBeLessThanOrEqual(0.02);
        await page.close();
      }
    },
  );
}
