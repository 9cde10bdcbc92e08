import type { Page } from '@playwright/test';
import { inspectScreen } from '../inspect-screen.ts';
import { activate, typeInto } from '../keyboard.ts';
import { expect, test } from '../shop.ts';
import { buy, panelEntry, scriptsToRun, signIn, signUp } from '../steps.ts';

const PHONE = { width: 360, height: 740 };
const SKIN = '/loja/skin/Leona/1';

test(
  'an owner reviews a skin by keyboard, everybody reads it, staff hide it, and the owner learns why',
  { tag: '@release' },
  async ({ shop, visitor, database }) => {
    // A screen looks the same on both databases.
    const inspect = async (page: Page, name: string) => {
      if (database === 'embedded') expect(await inspectScreen(page, name)).toEqual([]);
      await page.setViewportSize(PHONE);
    };
    const owner = await visitor({ width: 360 });
    const { email } = await signUp(owner, shop);
    await buy(owner, shop, email, 'Leona');
    await owner.goto(`${shop.url}${SKIN}`);
    await scriptsToRun(owner);
    const reviews = owner.getByRole('region', { name: 'Avaliações' });
    await expect(reviews).toContainText('Ninguém avaliou esta skin ainda.');
    for (const star of await reviews.locator('label:has(input[type=radio])').all()) {
      const box = await star.boundingBox();
      expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(44);
    }
    await activate(owner, reviews.getByRole('radio', { name: '1 estrela' }), 'Space');
    for (let star = 2; star <= 4; star++) await owner.keyboard.press('ArrowRight');
    await expect(reviews.getByRole('radio', { name: '4 estrelas' })).toBeChecked();
    await typeInto(owner, reviews.getByLabel('Comentário (opcional)'), 'Efeitos lindos.');
    await activate(owner, reviews.getByRole('button', { name: 'Publicar avaliação' }));
    await expect(reviews.getByRole('status')).toHaveText('Avaliação salva. Obrigado!');
    await inspect(owner, 'Avaliações da skin, com a própria');

    // It does not go along to another skin.
    await owner
      .getByRole('region', { name: /^Outras skins/ })
      .getByRole('link')
      .first()
      .press('Enter');
    await owner.waitForURL((url) => !url.href.endsWith(SKIN));
    await expect(owner.getByText('Efeitos lindos.')).toHaveCount(0);

    const reader = await visitor({ width: 360 });
    await reader.goto(`${shop.url}${SKIN}`);
    await reader.getByRole('link', { name: 'Nota 4,0 de 5, 1 avaliação' }).click();
    const shown = reader.getByRole('region', { name: 'Avaliações' });
    await expect(shown).toContainText('Efeitos lindos.');
    await expect(shown.getByRole('radio')).toHaveCount(0);

    const clerk = await visitor({ width: 360 });
    await signIn(clerk, shop, shop.staff);
    await clerk.goto(`${shop.url}/admin`);
    await (await panelEntry(clerk, 'Avaliações')).click();
    const row = clerk.getByRole('article', { name: 'Bruna sobre ' });
    await row.getByText('Ocultar da loja').press('Enter');
    await inspect(clerk, 'Avaliações');
    await row.getByLabel('Motivo').fill('Fala de outra skin.');
    await row.getByRole('button', { name: 'Ocultar' }).press('Enter');
    // 'Ocultar' stood there before, and the reader comes after it is done.
    await expect(row.getByText('Oculta', { exact: true })).toBeVisible();

    await reader.goto(`${shop.url}${SKIN}`);
    await expect(reader.getByRole('region', { name: 'Avaliações' })).toHaveCount(0);
    await owner.goto(`${shop.url}${SKIN}`);
    await expect(reviews).toContainText('Motivo: Fala de outra skin.');
  },
);

test(
  'the form works without scripts: it comes back with what is missing, is saved, and the review is deleted',
  { tag: '@release' },
  async ({ shop, browser, visitor }) => {
    const buyer = await visitor();
    const { email } = await signUp(buyer, shop);
    await buy(buyer, shop, email, 'Lux');
    const context = await browser.newContext({
      javaScriptEnabled: false,
      storageState: await buyer.context().storageState(),
    });
    const page = await context.newPage();
    await page.goto(`${shop.url}/loja/skin/Lux/1`);
    const reviews = page.getByRole('region', { name: 'Avaliações' });
    await page.locator('input[type=radio]').evaluateAll((radios) => {
      for (const radio of radios) radio.removeAttribute('required');
    });
    await reviews.getByLabel('Comentário (opcional)').fill('Sem nota ainda.');
    await reviews.getByRole('button', { name: 'Publicar avaliação' }).click();
    await expect(reviews.getByRole('alert')).toContainText('Escolha de 1 a 5 estrelas.');
    await expect(reviews.getByLabel('Comentário (opcional)')).toHaveValue('Sem nota ainda.');
    await reviews.getByRole('radio', { name: '5 estrelas' }).check();
    await reviews.getByRole('button', { name: 'Publicar avaliação' }).click();
    await expect(page).toHaveURL(/avaliacao=salva#avaliacoes$/);
    await expect(reviews.getByRole('heading', { name: 'Sua avaliação' })).toBeVisible();
    await reviews.getByText('Apagar avaliação').click();
    await reviews.getByRole('button', { name: 'Apagar de vez' }).click();
    await expect(reviews.getByRole('status')).toHaveText('Avaliação apagada.');
    await context.close();
  },
);
