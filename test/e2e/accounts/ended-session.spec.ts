import type { Browser, Page } from '@playwright/test';
import { expect, test, type RunningShop } from '../shop.ts';
import { BUYER, buy, signIn, signUp } from '../steps.ts';

/** Of a customer, each with its heading. */
const SCREENS: Record<string, string> = {
  '/dashboard/colecao': 'Minha Coleção',
  '/dashboard/pedidos': 'Meus Pedidos',
  '/dashboard/desejos': 'Lista de Desejos',
  '/dashboard/download': 'Download App',
  '/dashboard/como-utilizar': 'Como Utilizar',
  '/dashboard/suporte': 'Suporte',
  '/dashboard/meus-dados': 'Meus dados',
  '/dashboard/colecao/publica': 'Mostrar coleção',
  '/dashboard/perfil': 'Perfil',
};

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true });

/** What is typed on a screen, the button that sends it, and what says that it arrived. */
interface Typed {
  path: string;
  fields: Record<string, string>;
  button: string;
  done: string;
}

async function listForms(page: Page, shop: RunningShop, email: string): Promise<Typed[]> {
  await buy(page, shop, email, 'Leona');
  const [order] = (await (await page.request.get(`${shop.url}/api/orders`)).json()) as { id: string }[];
  return [
    {
      path: '/dashboard/perfil',
      fields: { 'Nome de exibição': 'Ana Prado' },
      button: 'Salvar alterações',
      done: 'Perfil atualizado!',
    },
    {
      path: '/dashboard/colecao/publica',
      fields: { 'Nome na página': 'Ana das skins' },
      button: 'Mostrar coleção',
      done: 'Coleção à mostra!',
    },
    {
      path: '/dashboard/suporte',
      fields: { Assunto: 'Não abre', Mensagem: 'Um texto que deu trabalho.' },
      button: 'Enviar Mensagem',
      done: 'Mensagem Enviada!',
    },
    {
      path: `/dashboard/pedidos/${order!.id}/devolucao`,
      fields: { 'Quer contar o motivo? (opcional)': 'Comprei a skin errada.' },
      button: 'Pedir devolução',
      done: 'Você pediu a devolução deste pedido.',
    },
  ];
}

test(
  'a session that ends under a form takes nothing away that was typed',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({ width: 360, expected: /^(Erro ao|Mensagem não|Devolução não)/ });
    const account = await signUp(page, shop);
    for (const { path, fields, button, done } of await listForms(page, shop, account.email)) {
      await page.goto(shop.url + path);
      for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
      await page.context().clearCookies();
      await page.getByRole('button', { name: button, exact: true }).click();
      const said = page.getByRole('main').getByText(/Sua sessão terminou\. .* foi mantido/);
      await expect(said, path).toBeVisible();
      for (const [label, text] of Object.entries(fields))
        await expect(page.getByLabel(label), path).toHaveValue(text);
      // In another tab, as the sentence says.
      await signIn(page, shop, account);
      await page.getByRole('button', { name: button, exact: true }).click();
      await expect(page.getByText(done).first(), path).toBeVisible();
    }
  },
);

test(
  'the address of a gift that is corrected after the session ended stays typed',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor();
    const account = await signUp(page, shop);
    const created = await page.request.post(`${shop.url}/api/create-pix-payment`, {
      headers: { Origin: shop.url },
      data: {
        amount: 15,
        description: 'Skins',
        cartItems: [{ championId: 'Leona', skinNum: 1, price: 15 }],
        customer: { ...BUYER, email: account.email },
        gift: { email: 'amgia@exemplo.com' },
      },
    });
    expect(created.status(), await created.text()).toBe(201);
    const [order] = (await (await page.request.get(`${shop.url}/api/orders`)).json()) as { id: string }[];
    await page.goto(`${shop.url}/dashboard/pedidos/${order!.id}/presente`);
    const email = page.getByLabel('E-mail de quem recebe');
    await email.fill('amiga@exemplo.com');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Corrigir e-mail' }).click();
    await expect(page.getByRole('alert').getByText(/Sua sessão terminou/)).toBeVisible();
    await expect(email).toHaveValue('amiga@exemplo.com');
    await signIn(page, shop, account);
    await page.getByRole('button', { name: 'Corrigir e-mail' }).click();
    await expect(page.getByText('Presente para amiga@exemplo.com.')).toBeVisible();
  },
);

for (const scripts of ['with', 'without'] as const) {
  const open = async (page: Page, browser: Browser) => {
    if (scripts === 'with') return page;
    const storageState = await page.context().storageState();
    const context = await browser.newContext({ javaScriptEnabled: false, storageState });
    return context.newPage();
  };

  test(
    `${scripts} scripts each screen of a customer leads to the sign-in once the session ended, and back to itself`,
    { tag: '@release' },
    async ({ shop, visitor, browser }) => {
      const member = await visitor({ width: 1280 });
      const account = await signUp(member, shop);
      const page = await open(member, browser);
      await page.goto(`${shop.url}/dashboard`);
      for (const [path, title] of Object.entries(SCREENS)) {
        await page.context().clearCookies();
        await page.goto(shop.url + path);
        expect(new URL(page.url()).searchParams.get('voltar')).toBe(path);
        await page.getByLabel('Email').fill(account.email);
        await page.getByLabel('Senha', { exact: true }).fill(account.password);
        await page.getByRole('button', { name: 'Entrar' }).click();
        await expect(heading(page, title)).toBeVisible();
        await page.goBack();
        // Scripts put the screen in the sign-in's place; without them that leads on, to whoever is signed in.
        await expect(page).toHaveURL(shop.url + (scripts === 'with' ? '/dashboard' : path));
      }
      await page.context().close();
    },
  );

  test(
    `${scripts} scripts Back shows nothing of an account that was signed out of`,
    { tag: scripts === 'with' ? [] : '@release' },
    async ({ shop, visitor, browser }) => {
      const member = await visitor({ width: 1280 });
      const account = await signUp(member, shop);
      const page = await open(member, browser);
      for (const path of ['/dashboard/perfil', '/dashboard/pedidos']) {
        await page.goto(shop.url + path);
        await expect(heading(page, SCREENS[path]!)).toBeVisible();
      }
      await page.getByRole('banner').locator('summary').first().click();
      await page.getByRole('button', { name: 'Sair' }).click();
      await page.waitForURL(`${shop.url}/`);
      await page.goBack();
      await page.waitForURL(/\/auth/);
      expect(new URL(page.url()).searchParams.get('voltar')).toBe('/dashboard/pedidos');
      await expect(page.getByText(account.email)).toHaveCount(0);
      await page.context().close();
    },
  );
}
