import { expect, test, type RunningShop } from '../shop.ts';
import { signInOnScreen, signUp } from '../steps.ts';

/** As the mail's reader gets them, oldest first. */
const linksTo = (shop: RunningShop, email: string): string[] =>
  shop
    .mails()
    .filter((mail) => mail.includes(`To: ${email}`))
    .flatMap((mail) => /href="([^"]+reset-password[^"]+)"/.exec(mail)?.[1]?.replaceAll('&amp;', '&') ?? []);

test('a forgotten password is replaced through the mail: the link works once, and old sessions end', async ({
  shop,
  visitor,
}) => {
  test.setTimeout(120_000);
  const page = await visitor({ width: 1440 });
  const { email, password } = await signUp(page, shop);
  await page.goto(`${shop.url}/dashboard/pedidos`);

  const phone = await visitor({
    width: 360,
    expected: /^Erro (no login|ao (fazer login|alterar senha))|^Senha/,
  });
  await phone.goto(`${shop.url}/auth`);
  await phone.getByRole('link', { name: 'Esqueci minha senha' }).click();
  await expect(phone.getByRole('heading', { name: 'Esqueci minha senha' })).toBeVisible();
  await phone.getByLabel('Email').fill(email);
  await phone.getByRole('button', { name: 'Enviar link' }).click();
  await expect(phone.getByRole('heading', { name: 'Confira seu email' })).toBeVisible();
  await expect(phone.getByRole('status')).toContainText(`Se existe uma conta com ${email}`);

  await expect.poll(() => linksTo(shop, email), { timeout: 20_000 }).toHaveLength(1);
  const [link = ''] = linksTo(shop, email);
  expect(new URL(link).origin).toBe(shop.url);
  await phone.goto(link);
  await phone.waitForURL(/\/auth\/nova-senha\?token=/);
  const choose = async (next: string, again: string) => {
    await phone.getByLabel('Nova senha', { exact: true }).fill(next);
    await phone.getByLabel('Repita a nova senha').fill(again);
    await phone.getByRole('button', { name: 'Salvar nova senha' }).click();
  };
  await choose('segredo2', 'segredo3');
  await expect(phone.getByRole('alert').getByText('As senhas digitadas não são iguais.')).toBeVisible();
  // Nothing has changed so far, and the link is still good.
  expect((await page.request.get(`${shop.url}/api/orders`)).status()).toBe(200);
  await choose('segredo2', 'segredo2');
  await phone.waitForURL(`${shop.url}/auth`);
  await expect(phone.getByText('Senha alterada!')).toBeVisible();

  expect((await page.request.get(`${shop.url}/api/orders`)).status()).toBe(401);
  await page.goto(`${shop.url}/dashboard/pedidos`);
  await page.waitForURL(/\/auth\?voltar=/);

  await phone.goto(link);
  await expect(phone.getByRole('heading', { name: 'Link inválido' })).toBeVisible();
  await phone.getByRole('link', { name: 'Voltar ao login' }).click();
  await phone.getByLabel('Email').fill(email);
  await phone.getByLabel('Senha', { exact: true }).fill(password);
  await phone.getByRole('button', { name: 'Entrar' }).click();
  await expect(phone.getByText('Email ou senha incorretos').first()).toBeVisible();
  await signInOnScreen(phone, shop, { email, password: 'segredo2' });
});

test(
  'whether an address has an account is told to nobody, and no mail goes where there is none',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({ width: 360 });
    const email = 'ninguem@exemplo.com';
    await page.goto(`${shop.url}/auth/recuperar`);
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Enviar link' }).click();
    await expect(page.getByRole('status')).toContainText(`Se existe uma conta com ${email}`);
    // A mail that is asked for later has arrived, so this one would have too.
    const { email: known } = await signUp(page, shop);
    await expect
      .poll(() => shop.mails().some((mail) => mail.includes(`To: ${known}`)), { timeout: 20_000 })
      .toBe(true);
    expect(shop.mails().filter((mail) => mail.includes(`To: ${email}`))).toEqual([]);
  },
);
