import { randomUUID } from 'node:crypto';
import { expect, test } from '../shop.ts';
import { inspectScreen } from '../inspect-screen.ts';
import { fillPaymentForm, scriptsToRun, signUp } from '../steps.ts';

const PHONE = { width: 360, height: 740 };

test(
  'a heart before the sign-up, a skin bought, its champion completed, and the collection shown to a friend',
  { tag: '@release' },
  async ({ shop, visitor, database }) => {
    const page = await visitor();
    // A screen looks the same on both databases.
    const inspect = async (name: string) => {
      if (database === 'embedded') expect(await inspectScreen(page, name)).toEqual([]);
      await page.setViewportSize(PHONE);
    };
    await page.setViewportSize(PHONE);

    await page.goto(`${shop.url}/loja?campeao=Zilean`);
    const hearts = page.getByRole('button', { name: /^Desejar / });
    const total = await page.locator('main ul > li').count();
    expect(total).toBeGreaterThan(2);
    await expect(hearts).toHaveCount(total);
    const heart = hearts.first();
    const wished = (await heart.getAttribute('aria-label'))?.replace('Desejar ', '') ?? '';
    await heart.focus();
    await page.keyboard.press('Enter');
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
    await inspect('Loja com corações');
    await page.getByRole('link', { name: wished }).first().click();
    await expect(page.getByRole('button', { name: 'Lista de desejos' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await inspect('Skin desejada');

    const { email } = await signUp(page, shop);
    await page.goto(`${shop.url}/dashboard/desejos`);
    await expect(page.getByRole('link', { name: wished })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Desejar / })).toHaveAttribute('aria-pressed', 'true');
    await inspect('Lista de desejos');
    // The button counts what is in the list now, also after a heart was pressed there.
    const toCart = page.getByRole('button', { name: 'Pôr no carrinho: R$ 15,00' });
    for (const isWished of [false, true]) {
      await page.getByRole('button', { name: /^Desejar / }).click();
      await expect(toCart).toBeVisible({ visible: isWished });
    }
    await toCart.click();
    await page.waitForURL('**/carrinho');
    await expect(page.getByText('1 item')).toBeVisible();

    // Bought at once, it leaves the cart and the list.
    await page.getByRole('main').getByRole('link', { name: wished }).click();
    await page.getByRole('button', { name: 'Comprar agora' }).click();
    await fillPaymentForm(page, email);
    await page.getByRole('button', { name: /simular pagamento/i }).click();
    await page.waitForURL('**/dashboard/pedidos');
    await page.goto(`${shop.url}/carrinho`);
    await expect(page.getByText('Seu carrinho está vazio')).toBeVisible();
    await page.goto(`${shop.url}/dashboard/desejos`);
    await expect(page.getByText('Sua lista de desejos está vazia')).toBeVisible();
    await page.goto(`${shop.url}/loja?campeao=Zilean`);
    await expect(page.getByText('Você já tem')).toHaveCount(1);
    await expect(page.getByRole('button', { name: /^Desejar / })).toHaveCount(total - 1);

    await page.goto(`${shop.url}/dashboard/colecao`);
    await scriptsToRun(page);
    await expect(page.getByText(`Você tem 1 de ${total}, faltam ${total - 1}`)).toBeVisible();
    await inspect('Coleção com campeões');
    await page.getByRole('link', { name: /^Completar por/ }).click();
    await page.waitForURL('**/carrinho');
    await expect(page.getByText(`${total - 1} itens`)).toBeVisible();

    const slug = `bru-${randomUUID().slice(0, 8)}`;
    await page.goto(`${shop.url}/dashboard/colecao`);
    await page.getByRole('link', { name: 'Mostrar aos amigos' }).click();
    await page.getByLabel('Nome na página').fill('Bru das Skins');
    await page.getByLabel('Endereço').fill(slug);
    await page.getByRole('button', { name: 'Mostrar coleção' }).click();
    await expect(page.getByText(`/colecao/${slug}`)).toBeVisible();
    await inspect('Mostrar coleção');

    const friend = await visitor({ expected: /404/ });
    await friend.setViewportSize(PHONE);
    await friend.goto(`${shop.url}/colecao/${slug}`);
    await expect(friend.getByRole('heading', { level: 1 })).toHaveText('Coleção de Bru das Skins');
    await expect(friend.getByRole('link', { name: wished })).toBeVisible();
    const html = await (await friend.request.get(`${shop.url}/colecao/${slug}`)).text();
    expect(html).not.toContain(email);
    expect(html).not.toContain('Bruna');
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    const [, picture = ''] = /property="og:image" content="([^"]+)"/.exec(html) ?? [];
    expect(picture).toContain(`/colecao/${slug}/imagem.jpg`);
    const drawn = await friend.request.get(picture);
    expect([drawn.status(), drawn.headers()['content-type']]).toEqual([200, 'image/jpeg']);
    if (database === 'embedded') expect(await inspectScreen(friend, 'Coleção à mostra')).toEqual([]);

    await page.getByRole('button', { name: 'Parar de mostrar' }).click();
    await expect(page.getByText('Sua coleção não aparece mais')).toBeVisible();
    await friend.goto(`${shop.url}/colecao/${slug}`);
    await expect(friend.getByText('Oops! Page not found')).toBeVisible();
  },
);
