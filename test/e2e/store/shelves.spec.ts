import { SMALL } from '../../catalog/invented-mirror.ts';
import { expect, test } from '../shop.ts';
import { cards, counter, countMoves, field, openWithIndex, watchData } from '../shelf-steps.ts';
import { openWhole, reconnect, scriptsToRun } from '../steps.ts';

test('with the index in the browser, searches, facets, more cards and the way back ask nothing', async ({
  shop,
  visitor,
}) => {
  const page = await visitor({ width: 1440 });
  await openWithIndex(page, shop);
  const asked = watchData(page);
  await field(page).fill('tarvok');
  await expect(counter(page)).toHaveText('Mostrando 8 de 8 skins oficiais');
  await expect(cards(page).first()).toContainText("Tar'Vok");
  await expect(page).toHaveURL(/\?q=tarvok$/);
  await field(page).fill('');
  await page.getByLabel('Ordenar por').selectOption('nome');
  await page.getByLabel('Campeão', { exact: true }).selectOption('Lux');
  await expect(page).toHaveURL(/campeao=Lux&ordem=nome$/);
  expect(asked).toEqual([]);
  // The address follows at once, the cards and their number a moment later.
  await expect(cards(page).filter({ hasNotText: 'Clarimunda' })).toHaveCount(0);
  const found = Number(/\d+/.exec((await counter(page).textContent()) ?? '')?.[0]);
  expect(found).toBeGreaterThan(15);
  await expect(cards(page)).toHaveCount(found);
  const names = await cards(page).locator('.font-heading').allInnerTexts();
  expect(names).toEqual(names.toSorted(new Intl.Collator('pt-BR', { numeric: true }).compare));
  await page.goto(`${shop.url}/loja?campeao=Lux&ordem=nome`);
  expect(await cards(page).locator('.font-heading').allInnerTexts()).toEqual(names);

  await openWithIndex(page, shop);
  asked.length = 0;
  await page.getByRole('link', { name: 'Carregar mais' }).click();
  await expect(cards(page)).toHaveCount(48);
  await expect(page).toHaveURL(/\?pagina=2$/);
  // The keyboard goes on at the first new card.
  await expect(cards(page).nth(24).getByRole('link')).toBeFocused();
  await cards(page).nth(30).getByRole('link').click();
  await page.waitForURL(/\/loja\/skin\//);
  await page.goBack();
  await expect(cards(page)).toHaveCount(48);
  expect(asked.filter((path) => path.startsWith('/loja.data'))).toEqual([]);
});

test('what was typed is answered before its address follows, and a card opened in between leads back to it', async ({
  shop,
  visitor,
}) => {
  const page = await visitor();
  await page.clock.install();
  await openWithIndex(page, shop);
  await page.clock.pauseAt(Date.now() + 60_000);
  await field(page).fill('trepadeira');
  await expect(cards(page).first()).toContainText('Trepadeira');
  await expect(page).toHaveURL(/\/loja$/);
  await cards(page).first().getByRole('link').click();
  await page.waitForURL(/\/loja\/skin\/Zyra\//);
  await page.goBack();
  await expect(page).toHaveURL(/\/loja\?q=trepadeira$/);
  await expect(field(page)).toHaveValue('trepadeira');
  await expect(cards(page).first()).toContainText('Trepadeira');
});

test(
  'what is typed and taken back in one breath asks nothing, and leaves the address as it was',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor();
    await page.clock.install();
    await openWithIndex(page, shop);
    const asked = watchData(page);
    await page.clock.pauseAt(Date.now() + 60_000);
    await field(page).fill('trepadeira');
    await page.clock.runFor(100);
    await expect(cards(page).first()).toContainText('Trepadeira');
    await field(page).fill('');
    await page.clock.runFor(5_000);
    await expect(page).toHaveURL(/\/loja$/);
    await expect(counter(page)).toHaveText(`Mostrando 24 de ${SMALL.skins} skins oficiais`);
    await field(page).fill('trepadeira');
    await page.clock.runFor(5_000);
    await expect(cards(page).first()).toContainText('Trepadeira');
    await expect(page).toHaveURL(/\?q=trepadeira$/);
    expect(asked).toEqual([]);
  },
);

test(
  'what is taken back while the server is still being asked for it does not come after all',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor();
    await page.clock.install();
    await openWithIndex(page, shop);
    await page.clock.pauseAt(Date.now() + 10 * 60_000);
    // The index is old by now, and the server is asked as well.
    const asked = watchData(page);
    let release = () => {};
    const held = new Promise<void>((done) => (release = done));
    await page.route(/\/loja\.data/, async (route) => {
      await held;
      await route.continue().catch(() => {});
    });
    await field(page).fill('trepadeira');
    await page.clock.runFor(5_000);
    await expect(cards(page).first()).toContainText('Trepadeira');
    await expect.poll(() => asked).toContainEqual(expect.stringMatching(/^\/loja\.data\?q=trepadeira/));
    await field(page).fill('');
    await page.clock.runFor(5_000);
    await expect(counter(page)).toHaveText(`Mostrando 24 de ${SMALL.skins} skins oficiais`);
    const answers = page.waitForResponse(/\/loja\.data/);
    release();
    await answers;
    await page.clock.runFor(5_000);
    await page.waitForLoadState('networkidle');
    await expect(counter(page)).toHaveText(`Mostrando 24 de ${SMALL.skins} skins oficiais`);
    await expect(page).toHaveURL(/\/loja$/);
    await expect(cards(page).first()).not.toContainText('Trepadeira');
  },
);

test('without the index the server searches, and an index that came goes on without a connection', async ({
  shop,
  visitor,
}) => {
  const page = await visitor({ expected: /manifest patches/ });
  await page.route('**/api/catalog-index/*', (route) => route.abort());
  await openWhole(page, `${shop.url}/loja`);
  const asked = watchData(page);
  await field(page).fill('dragao');
  await expect(page).toHaveURL(/\?q=dragao$/);
  // The first card of the whole list is a dragon too.
  await expect(counter(page)).not.toHaveText(`Mostrando 24 de ${SMALL.skins} skins oficiais`);
  const fromServer = await cards(page).allInnerTexts();
  expect(asked).toContainEqual(expect.stringMatching(/^\/loja\.data\?q=dragao/));

  // Before the way is free: the page asks as soon as the browser is idle, too.
  const index = page.waitForResponse(/\/api\/catalog-index\//);
  await page.unroute('**/api/catalog-index/*');
  await page.getByLabel('Ordenar por').focus();
  await index;
  await page.context().setOffline(true);
  await field(page).fill('tatu bola');
  await expect(cards(page).first()).toContainText('Tatu-Bola');
  await expect(page).toHaveURL(/\?q=tatu\+bola$/);
  await field(page).fill('dragao');
  await expect(page).toHaveURL(/\?q=dragao$/);
  await expect.poll(() => cards(page).allInnerTexts()).toEqual(fromServer);
  await reconnect(page);
});

test(
  'a skin is fetched ahead when a mouse rests on its card, and not again at the click',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({ width: 1440 });
    await openWithIndex(page, shop);
    await scriptsToRun(page);
    const asked = watchData(page);
    const second = cards(page).nth(1);
    const link = second.getByRole('link');
    const path = await link.getAttribute('href');
    const ahead = page.waitForResponse((answer) => answer.url().includes(`${path}.data`));
    await second.hover();
    // Only this answer: while all the pictures come, the ten seconds for which it is kept may pass.
    await (await ahead).finished();
    expect(asked).toEqual([expect.stringContaining(`${path}.data`)]);

    await link.click();
    await page.waitForURL(`**${path}`);
    await expect(page.getByRole('button', { name: 'Comprar agora' })).toBeVisible();
    const transferred = await page.evaluate(
      (name) =>
        performance
          .getEntriesByType('resource')
          .filter((entry) => entry.name.includes(name))
          .map((entry) => (entry as PerformanceResourceTiming).transferSize),
      `${path}.data`,
    );
    // The second time out of the browser's own cache.
    expect(transferred).toHaveLength(2);
    expect(transferred[0]).toBeGreaterThan(0);
    expect(transferred[1]).toBe(0);
  },
);

test(
  'what was fetched ahead while signed out is fetched anew after the sign-in',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({ width: 1440 });
    await page.goto(`${shop.url}/loja`);
    const path = await cards(page).first().getByRole('link').getAttribute('href');
    /** How many bytes came over the line for it. */
    const fetchAhead = () =>
      page.evaluate(async (address) => {
        performance.clearResourceTimings();
        await (await fetch(address, { headers: { Purpose: 'prefetch' } })).text();
        const [entry] = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith(address));
        return (entry as PerformanceResourceTiming).transferSize;
      }, `${path}.data`);
    expect(await fetchAhead()).toBeGreaterThan(0);
    expect(await fetchAhead()).toBe(0);
    const status = await page.evaluate(
      async () =>
        (
          await fetch('/api/auth/sign-up/email', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ email: 'adiante@exemplo.com', password: 'segredo1', name: 'Adiante' }),
          })
        ).status,
    );
    expect(status).toBe(200);
    expect(await fetchAhead()).toBeGreaterThan(0);
  },
);

test(
  'the first cards come at once and first, the rest when it is near, each in its own colour',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({ width: 1440 });
    await page.goto(`${shop.url}/loja`);
    const images = await cards(page)
      .locator('img')
      .evaluateAll((all) =>
        (all as HTMLImageElement[]).map(({ loading, fetchPriority }) => `${loading} ${fetchPriority}`),
      );
    expect(images).toHaveLength(24);
    expect(images.slice(0, 4)).toEqual(Array(4).fill('eager high'));
    expect(new Set(images.slice(4))).toEqual(new Set(['lazy auto']));

    // The shop has opened these pictures now, if nobody asked for them before, and knows their colours.
    await page.waitForLoadState('networkidle');
    await page.goto(`${shop.url}/loja?aberta=${Date.now()}`);
    const boxes = await cards(page)
      .locator('img')
      .evaluateAll((all) =>
        Promise.all(
          (all.slice(0, 5) as HTMLImageElement[]).map(async (image) => {
            await image.decode();
            const canvas = new OffscreenCanvas(1, 1).getContext('2d');
            canvas?.drawImage(image, 0, 0, 1, 1);
            const shown = [...(canvas?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
            const before = getComputedStyle(image).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
            return { path: image.src, shown, before };
          }),
        ),
      );
    expect(boxes).toHaveLength(5);
    // The mirror's pictures are of one colour each, give or take what the encoder makes of it.
    for (const { path, shown, before } of boxes) {
      const apart = shown.map((channel, index) => Math.abs(channel - (before[index] ?? Infinity)));
      expect(Math.max(...apart), `${path}: ${String(before)} before ${String(shown)}`).toBeLessThanOrEqual(
        12,
      );
    }
  },
);

test(
  'from the store to a skin and back the browser moves the art twice',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    expect(await countMoves(await visitor(), shop, '/loja')).toBe(2);
  },
);
