import type { Page } from '@playwright/test';
import { expect, test } from '../shop.ts';
import { openSkin, scriptsToRun } from '../steps.ts';

/** Stands in for the phone's share sheet, which no test can see. */
async function giveShareSheet(page: Page, outcome: 'shared' | 'closed' | 'refused'): Promise<void> {
  await page.addInitScript((outcome) => {
    const shared: ShareData[] = [];
    Object.assign(window, { shared });
    navigator.share = async (data) => {
      shared.push(data ?? {});
      if (outcome === 'closed') throw new DOMException('closed', 'AbortError');
      if (outcome === 'refused') throw new DOMException('refused', 'NotAllowedError');
    };
  }, outcome);
}

const sharedOf = (page: Page) => page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared);

test(
  'a skin is shared through the phone, and closing the sheet says nothing',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    for (const outcome of ['shared', 'closed'] as const) {
      const page = await visitor();
      await giveShareSheet(page, outcome);
      const name = await openSkin(page, shop, 'clarimunda');
      await page.getByRole('button', { name: 'Compartilhar' }).click();
      await expect.poll(() => sharedOf(page)).toHaveLength(1);
      const [data] = await sharedOf(page);
      expect(data?.title).toContain(name);
      expect(data?.url).toBe(page.url());
      // A toast about the sharing would have been shown before this one.
      await page.getByRole('button', { name: 'Adicionar ao carrinho' }).click();
      await expect(page.getByText('Adicionado ao carrinho!')).toBeVisible();
      await expect(page.locator('[data-sonner-toast]')).toHaveText([/^Adicionado ao carrinho!/]);
    }
  },
);

test(
  'where there is no sheet, or it is refused, the link is copied',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    for (const hasSheet of [false, true]) {
      const page = await visitor();
      if (hasSheet) await giveShareSheet(page, 'refused');
      else await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
      await openSkin(page, shop, 'clarimunda');
      await page.getByRole('button', { name: 'Compartilhar' }).click();
      await expect(page.getByText('Link copiado!')).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
    }
  },
);

/** The names of the pictures that take part in each transition, as they are when it starts. */
async function watchTransitions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: { names: string[]; running: number }[] = [];
    Object.assign(window, { seen });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      void transition.ready.then(() => {
        const animations = document.getAnimations().filter(({ effect }) => {
          const pseudo = (effect as KeyframeEffect | null)?.pseudoElement ?? '';
          // What React keeps out of the transition it hides by animations that take no time.
          return pseudo.startsWith('::view-transition') && effect?.getComputedTiming().duration !== 0;
        });
        const names = animations.map(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? '');
        return seen.push({ names, running: animations.length });
      });
      return transition;
    };
  });
}

const seenBy = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: { names: string[]; running: number }[] }).seen);

test(
  'the art of a card grows into the page and back, to where the visitor was',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({ seesMotion: true });
    await watchTransitions(page);
    await page.goto(`${shop.url}/loja`);
    await scriptsToRun(page);
    const card = page.locator('main ul > li').nth(16);
    // Where it is on the screen, not on the page: cards above it that were never drawn may turn out longer than guessed.
    const top = () => card.evaluate((element) => element.getBoundingClientRect().top);
    await card.locator('a').hover();
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
    const before = await top();
    const href = await card.locator('a').getAttribute('href');
    const art = `(${href?.replace('/loja/skin/', 'art-').replace('/', '-')})`;
    await card.locator('a').click();
    await page.waitForURL(`**${href}`);
    await expect.poll(async () => (await seenBy(page))[0]?.names).toContain(`::view-transition-group${art}`);

    await page.goBack();
    await page.waitForURL('**/loja');
    // A slow shop shows the store's skeleton meanwhile: then the card's art comes in alone.
    await expect.poll(async () => (await seenBy(page))[1]?.names).toContain(`::view-transition-new${art}`);
    await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(100);
  },
);

test('whoever asked for less motion gets none', { tag: '@release' }, async ({ shop, visitor }) => {
  const page = await visitor();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await watchTransitions(page);
  await page.goto(`${shop.url}/loja`);
  await scriptsToRun(page);
  await page.locator('main ul > li a').first().click();
  await page.waitForURL(/\/loja\/skin\//);
  await expect.poll(async () => (await seenBy(page)).map(({ running }) => running)).toEqual([0]);
});
