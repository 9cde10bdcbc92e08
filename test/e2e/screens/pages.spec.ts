import { expect, test } from '../shop.ts';
import { openWhole, reconnect, signUp } from '../steps.ts';

test(
  'the landing page leads into the store from its top and its end, and answers what one asks',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({ width: 1280, seesMotion: true });
    await openWhole(page, shop.url);
    const question = page.getByText('A skin é permanente?');
    const answer = page.locator('details', { has: question }).locator('p');
    await expect(answer).toBeHidden();
    await question.click();
    await expect(answer).toBeVisible();
    await page.getByRole('button', { name: /^Pausar/ }).click();
    await expect(page.getByRole('button', { name: /^Retomar/ })).toBeVisible();
    // Real art at the right of the words, from 1024 px on.
    const title = await page.getByRole('heading', { level: 1 }).boundingBox();
    const art = await page.locator('main img').first().boundingBox();
    expect(art?.x).toBeGreaterThan((title?.x ?? 0) + (title?.width ?? 0));
    await expect(page.getByRole('link', { name: 'Falar com o suporte' })).toHaveAttribute('href', '/contato');
    await page.getByRole('link', { name: 'Acessar Loja' }).click();
    await page.waitForURL('**/loja');
    await page.goBack();
    await page.getByRole('link', { name: 'Explorar Skins' }).click();
    await page.waitForURL('**/loja');
  },
);

test(
  'about and careers lead on, and a missing page leads home',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({ expected: /404 Error/ });
    await page.goto(`${shop.url}/sobre-nos`);
    await page.getByRole('main').getByRole('link', { name: 'Fale Conosco' }).click();
    await expect(page.getByRole('heading', { name: 'Fale Conosco' })).toBeVisible();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Carreiras' }).click();
    await expect(page.getByRole('heading', { name: 'Carreiras' })).toBeVisible();
    await page.getByRole('link', { name: 'Escrever para a equipe' }).click();
    await page.waitForURL('**/contato');
    await page.goto(`${shop.url}/nada-aqui`);
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
    await page.getByRole('main').getByRole('link').first().click();
    await page.waitForURL(`${shop.url}/`);
  },
);

test(
  'an answer that fails says so and can be asked for again; without a connection the page waits for it',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({ expected: /./ });
    const open = async (href: string) => {
      await page.locator(`a[href="${href}"]`).first().dispatchEvent('click');
    };
    // Before the page, which may fetch it ahead.
    await page.route('**/contato.data*', (route) => route.fulfill({ status: 500, body: '' }));
    await openWhole(page, `${shop.url}/sobre-nos`);
    await open('/contato');
    await expect(page.getByRole('heading', { name: 'Algo deu errado ao abrir esta página.' })).toBeVisible();
    await page.unroute('**/contato.data*');
    await page.getByRole('link', { name: 'Tentar novamente' }).click();
    await expect(page.getByRole('heading', { name: 'Fale Conosco' })).toBeVisible();

    await page.waitForLoadState('networkidle');
    await open('/sobre-nos');
    await expect(page.getByRole('heading', { name: 'Sobre nós', level: 1 })).toBeVisible();
    await open('/contato');
    await expect(page.getByRole('heading', { name: 'Fale Conosco' })).toBeVisible();
    await page.context().setOffline(true);
    await open('/sobre-nos');
    await expect(page.getByRole('heading', { name: 'Você está sem conexão.' })).toBeVisible();
    await reconnect(page);
    await expect(page.getByRole('heading', { name: 'Sobre nós', level: 1 })).toBeVisible();
  },
);

test(
  'a customer finds the app, and the tutorial in words and as a video',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({ width: 1280 });
    await signUp(page, shop);
    await page.goto(`${shop.url}/dashboard/download`);
    await expect(page.getByRole('listitem').filter({ hasText: 'Windows' })).toContainText('Disponível');
    for (const system of ['MAC', 'Linux']) {
      await expect(page.getByRole('listitem').filter({ hasText: system })).toContainText('Indisponível');
    }
    await page.getByRole('main').getByRole('link', { name: 'Como utilizar', exact: true }).click();
    await expect(page.getByText('Escolha o formato de tutorial que preferir')).toBeVisible();
    await expect(page.locator('main ol > li')).toHaveCount(9);
    await expect(page.getByRole('heading', { name: 'Importante!' })).toBeVisible();
    await page.getByRole('link', { name: 'Tutorial em vídeo' }).click();
    await expect(page.locator('main ol')).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('link', { name: 'Tutorial em vídeo' })).toHaveAttribute(
      'aria-current',
      'page',
    );
  },
);
