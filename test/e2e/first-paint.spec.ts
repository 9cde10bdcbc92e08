import type { Page, Route } from '@playwright/test';
import { expect, test, type RunningShop } from './shop.ts';
import { BUYER, scriptsToRun, signUp } from './steps.ts';

const SCRIPTS = /\/assets\/.*\.js$/;

interface Scripts {
  asked: () => number;
  release: () => Promise<void>;
  /** What has been asked for so far comes; what the page asks for next waits. */
  releaseFirst: () => Promise<void>;
}

/** Scripts reach the page only once `release` is called, as over a slow line. */
async function holdScripts(page: Page): Promise<Scripts> {
  let held: Route[] = [];
  let isHeld = true;
  let asked = 0;
  await page.route(SCRIPTS, async (route) => {
    asked++;
    if (isHeld) held.push(route);
    else await route.continue();
  });
  async function releaseFirst(): Promise<void> {
    const waiting = held;
    held = [];
    await Promise.all(waiting.map((route) => route.continue()));
  }
  return {
    asked: () => asked,
    releaseFirst,
    async release() {
      isHeld = false;
      await releaseFirst();
    },
  };
}

/** A signed-in buyer before a payment form that nobody listens to yet, its scripts asked for. */
async function openPayment(page: Page, shop: RunningShop): Promise<Scripts & { email: string }> {
  const { email } = await signUp(page, shop);
  const scripts = await holdScripts(page);
  await page.goto(`${shop.url}/pagamento-pix?amount=45.5`);
  await expect.poll(scripts.asked).toBeGreaterThan(0);
  return { ...scripts, email };
}

/**
 * Types a letter into each field in every turn of the page that is free for an event, from the moment React begins
 * until a while after it listens. Neither focus nor key announces it: so write autofill, dictation, pasting by menu.
 */
function typeThroughStart(page: Page, names: string[]): Promise<string> {
  return page.evaluate(async (fields) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
    const channel = new MessageChannel();
    const turn = () =>
      new Promise((done) => {
        channel.port1.addEventListener('message', done, { once: true });
        channel.port1.start();
        channel.port2.postMessage(null);
      });
    let typed = '';
    for (let left = 40; left > 0; left -= 'earlyActions' in window ? 0 : 1) {
      await turn();
      if (!('__reactRouterManifest' in window)) continue;
      const letter = String.fromCodePoint(97 + (typed.length % 26));
      typed += letter;
      for (const name of fields) {
        const field = document.querySelector<HTMLInputElement>(`input[name=${name}]`);
        set?.call(field, `${field?.value}${letter}`);
        field?.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }
    }
    return typed;
  }, names);
}

const openSkin = (page: Page, shop: RunningShop) => page.goto(`${shop.url}/loja/skin/Ahri/4`);

for (const path of ['/', '/loja', '/loja/skin/Ahri/4']) {
  test(`on ${path} no script and no typeface is asked for before the first picture is painted`, async ({
    shop,
    visitor,
  }) => {
    const page = await visitor({ width: 360 });
    await page.goto(`${shop.url}${path}`);
    const asked = await page.waitForFunction(
      (patterns) => {
        const begins = patterns.map(
          (pattern) =>
            performance.getEntriesByType('resource').find(({ name }) => new RegExp(pattern).test(name))
              ?.startTime,
        );
        return begins.every((begin) => begin !== undefined) && begins;
      },
      [SCRIPTS.source, /inter.*\.woff2$/.source, /bricolage.*\.woff2$/.source],
    );
    const { painted, pictures } = await page.evaluate(() => ({
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      pictures: [...document.querySelectorAll<HTMLImageElement>('main img[loading=eager]')].map(
        ({ currentSrc }) =>
          (performance.getEntriesByName(currentSrc)[0] as PerformanceResourceTiming).responseEnd,
      ),
    }));
    expect(pictures.length).toBeGreaterThan(0);
    const begins = await asked.jsonValue();
    expect(Math.min(...(begins || []))).toBeGreaterThan(Math.max(painted ?? Infinity, ...pictures));
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

test('what is typed before and at the very moment the page starts to listen is sent', async ({
  shop,
  visitor,
}) => {
  const page = await visitor();
  const { email, releaseFirst, release } = await openPayment(page, shop);
  await page.getByLabel('Nome completo').fill(BUYER.name);
  await page.getByLabel('Email').fill('a');
  await page.getByLabel('Celular').pressSequentially('1198765');
  await releaseFirst();
  await scriptsToRun(page);
  // Another field first: React draws the form again.
  await page.getByLabel('CPF').fill(BUYER.taxId);
  await page.getByLabel('Celular').press('End');
  await page.keyboard.type('4321');
  await page.getByLabel('Email').fill(email);
  const sent = page.waitForRequest((request) => request.method() === 'POST', { timeout: 10_000 });
  await page.getByRole('button', { name: 'Gerar código PIX' }).click();
  const body = decodeURIComponent((await sent).postData() ?? '');
  for (const value of [BUYER.name, email, '(11) 98765-4321', '529.982.247-25']) expect(body).toContain(value);
  await release();
  await expect(page.getByText('Aguardando pagamento...')).toBeVisible();
});

test('no letter is lost of what is typed while the page starts', async ({ shop, visitor }) => {
  const page = await visitor();
  const { email, releaseFirst } = await openPayment(page, shop);
  const typing = typeThroughStart(page, ['name', 'email', 'cellphone']);
  await releaseFirst();
  const typed = await typing;
  expect(typed.length).toBeGreaterThan(40);
  // What the page knows of its fields stands in them once it draws them again.
  await page.getByLabel('CPF').fill('1');
  await expect(page.getByLabel('Nome completo')).toHaveValue(BUYER.name + typed);
  await expect(page.getByLabel('Email')).toHaveValue(email + typed);
});

test('the caret stays where it was put before the page listened', async ({ shop, visitor }) => {
  const page = await visitor();
  const { release } = await openPayment(page, shop);
  await page.getByLabel('Nome completo').press('Home');
  await page.keyboard.type('D ');
  await page.keyboard.press('ArrowLeft');
  await release();
  await scriptsToRun(page);
  await page.keyboard.type('.');
  await expect(page.getByLabel('Nome completo')).toHaveValue(`D. ${BUYER.name}`);
});

test('a form sent before the scripts are there is sent with what was typed afterwards as well', async ({
  shop,
  visitor,
}) => {
  const page = await visitor();
  const { release } = await openPayment(page, shop);
  await page.getByLabel('Celular').fill(BUYER.cellphone);
  await page.getByRole('button', { name: 'Gerar código PIX' }).click();
  await page.getByLabel('CPF').fill(BUYER.taxId);
  await release();
  await expect(page.getByText('Aguardando pagamento...')).toBeVisible();
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

/** Both typefaces have come. */
const lettersToCome = (page: Page) => page.waitForFunction(() => localStorage.getItem('letters'));

/** Whatever the page does once it is at rest is done. */
const pageToRest = (page: Page) =>
  page.evaluate(async () => {
    for (let turns = 0; turns < 3; turns++) await new Promise((done) => requestIdleCallback(done));
  });

/** A page that never comes to rest. */
const keepBusy = (page: Page) => page.addInitScript(() => (window.requestIdleCallback = () => 0));

const isLettered = (page: Page) =>
  page.evaluate(() => {
    const { classList } = document.documentElement;
    return classList.contains('letters') && document.fonts.check("700 1em 'Bricolage Grotesque Variable'");
  });

for (const width of [360, 1440]) {
  test(`at ${width} px nothing moves while a first page is read`, async ({ shop, visitor }) => {
    for (const path of ['/', '/loja', '/loja/skin/Ahri/4', '/sobre-nos']) {
      const page = await visitor({ width });
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
      await page.goto(`${shop.url}${path}`);
      await lettersToCome(page);
      await pageToRest(page);
      // A shift is told after the frame that shows it.
      await page.evaluate(
        () =>
          new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
      );
      expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved), path).toEqual([]);
      await page.close();
    }
  });
}

/** Where each link of the header begins. */
const headerPlaces = (page: Page) =>
  page
    .locator('header a:visible')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().left));

for (const width of [360, 1440]) {
  test(`at ${width} px the first page is given the brand's letters once it is at rest`, async ({
    shop,
    visitor,
  }) => {
    const page = await visitor({ width });
    await page.goto(shop.url);
    await expect.poll(() => isLettered(page)).toBe(true);
  });

  test(`at ${width} px the next screen wears the brand's letters, and every page from then on`, async ({
    shop,
    visitor,
  }) => {
    const page = await visitor({ width });
    await keepBusy(page);
    await page.goto(shop.url);
    await lettersToCome(page);
    expect(await isLettered(page)).toBe(false);
    const before = await headerPlaces(page);
    await page.getByRole('link', { name: 'Explorar Skins' }).first().click();
    await expect(page).toHaveURL(/\/loja$/);
    await expect.poll(() => isLettered(page)).toBe(true);
    // What stays from screen to screen stays where it is: less than the browser itself calls a shift.
    const after = await headerPlaces(page);
    expect(after).toHaveLength(before.length);
    for (const [index, left] of after.entries())
      expect(Math.abs(left - (before[index] ?? 0))).toBeLessThan(3);
    // No script of the page has a part in it, and it is not what follows the first picture.
    await holdScripts(page);
    await page.route(/\/img\//, () => {});
    await page.goto(`${shop.url}/sobre-nos`, { waitUntil: 'domcontentloaded' });
    await expect.poll(() => isLettered(page)).toBe(true);
  });
}

test('a list that was scrolled is the same place for whoever comes back: its letters wait for the next page', async ({
  shop,
  visitor,
}) => {
  const page = await visitor({ width: 360 });
  // Whoever reads on before the typefaces have come.
  await keepBusy(page);
  await page.goto(`${shop.url}/loja`);
  await lettersToCome(page);
  const card = page.locator('main a[href^="/loja/skin/"]').nth(12);
  // Stands still by then.
  await card.hover();
  const { y } = (await card.boundingBox()) ?? { y: 0 };
  await card.click();
  await expect(page.getByRole('button', { name: 'Comprar agora' })).toBeVisible();
  expect(await isLettered(page)).toBe(false);
  await page.goBack();
  await expect.poll(async () => Math.abs(((await card.boundingBox())?.y ?? 0) - y)).toBeLessThan(3);
  expect(await isLettered(page)).toBe(false);
  await page.reload();
  await expect.poll(() => isLettered(page)).toBe(true);
});
