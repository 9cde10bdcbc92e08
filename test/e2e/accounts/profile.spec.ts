import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { findAxeFaults } from '../inspect-screen.ts';
import { expect, test, type RunningShop } from '../shop.ts';
import { BUYER, buy, signIn, signInOnScreen, signUp } from '../steps.ts';

const openProfile = (page: Page, shop: RunningShop) => page.goto(`${shop.url}/dashboard/perfil`);

async function expectAccessible(page: Page): Promise<void> {
  expect(await findAxeFaults(page)).toEqual([]);
}

// shows: spec 2.43, spec 8.14, spec 8.28
test(
  'a new name is in the header at once, and the e-mail cannot be changed',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({ width: 360, expected: /^Erro ao atualizar perfil/ });
    const { email } = await signUp(page, shop);
    await page.goto(`${shop.url}/dashboard`);
    await page.getByRole('navigation', { name: 'Minha conta' }).getByText('Mais').click();
    await page.getByRole('link', { name: 'Perfil' }).click();
    await expect(page.getByRole('heading', { name: 'Perfil', level: 1 })).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page.getByLabel('Email')).not.toBeEditable();
    await expect(page.getByText('O email não pode ser alterado')).toBeVisible();
    await expectAccessible(page);

    const name = page.getByLabel('Nome de exibição');
    await name.fill('   ');
    await page.getByRole('button', { name: 'Salvar alterações' }).click();
    await expect(page.getByText('Erro ao atualizar perfil').first()).toBeVisible();
    await name.fill('Ana  Prado');
    await page.getByRole('button', { name: 'Salvar alterações' }).click();
    await expect(page.getByText('Perfil atualizado!')).toBeVisible();
    await expect(name).toHaveValue('Ana Prado');
    await page.getByRole('banner').locator('summary').first().click();
    await expect(page.getByRole('banner').getByText('Ana Prado').last()).toBeVisible();
  },
);

// shows: spec 5.5, spec 5.6, spec 7.2, spec 8.28
test(
  'a new password needs the old one, ends the other sessions and keeps this one',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({ width: 1280, expected: /^(Erro ao alterar senha|Senha)/ });
    const account = await signUp(page, shop);
    const elsewhere = await visitor();
    await signIn(elsewhere, shop, account);
    await openProfile(elsewhere, shop);
    await openProfile(page, shop);
    await page.getByRole('button', { name: 'Alterar senha' }).click();
    const dialog = page.getByRole('dialog');
    const submit = async (current: string, next: string, again: string) => {
      await dialog.getByLabel('Senha atual').fill(current);
      await dialog.getByLabel('Nova senha', { exact: true }).fill(next);
      await dialog.getByLabel('Repita a nova senha').fill(again);
      await dialog.getByRole('button', { name: 'Alterar senha' }).click();
    };
    await submit(account.password, 'segredo2', 'segredo3');
    await expect(dialog.getByText('Senhas não coincidem')).toBeVisible();
    await expect(dialog.getByText('As senhas digitadas não são iguais.')).toBeVisible();
    await submit(account.password, 'curta', 'curta');
    await expect(dialog.getByText('Senha muito curta')).toBeVisible();
    await expect(dialog.getByText('A senha deve ter pelo menos 6 caracteres.')).toBeVisible();
    await submit('errada-errada', 'segredo2', 'segredo2');
    await expect(dialog.getByText('Senha atual incorreta')).toBeVisible();
    await expectAccessible(page);
    await submit(account.password, 'segredo2', 'segredo2');
    await expect(page.getByText('Senha alterada!')).toBeVisible();
    await expect(dialog).toHaveCount(0);

    await page.reload();
    await expect(page.getByRole('heading', { name: 'Perfil', level: 1 })).toBeVisible();
    await elsewhere.waitForURL(/\/auth/, { timeout: 30_000 });
    await signInOnScreen(elsewhere, shop, { email: account.email, password: 'segredo2' });
  },
);

// shows: spec 7.5, spec 8.16, spec 8.28
test(
  'an account is deleted with its password, but not while a paid order is on its way',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({
      width: 360,
      expected: /^Erro ao (excluir conta|fazer login|login)|^Erro no login/,
    });
    const account = await signUp(page, shop);
    const remove = async (password: string) => {
      await openProfile(page, shop);
      await page.getByRole('button', { name: 'Excluir conta' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Digite sua senha para confirmar').fill(password);
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Excluir conta' }).click();
    };
    await remove('errada-errada');
    await expect(page.getByRole('dialog').getByText('Senha atual incorreta')).toBeVisible();

    const buyer = await visitor({ expected: /^Erro ao excluir conta/ });
    const { email, password } = await signUp(buyer, shop);
    await buy(buyer, shop, email, 'Lux');
    await openProfile(buyer, shop);
    await buyer.getByRole('button', { name: 'Excluir conta' }).click();
    await buyer.getByLabel('Digite sua senha para confirmar').fill(password);
    await buyer.getByRole('dialog').getByRole('button', { name: 'Excluir conta' }).click();
    await expect(buyer.getByRole('dialog').getByText(/pedido pago que ainda não foi entregue/)).toBeVisible();

    await remove(account.password);
    await page.waitForURL(`${shop.url}/`);
    await expect(page.getByText('Conta excluída')).toBeVisible();
    await openProfile(page, shop);
    await page.waitForURL(/\/auth/);
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Senha', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page.getByText('Email ou senha incorretos').first()).toBeVisible();
  },
);

// shows: spec 2.41, spec 2.42, spec 2.44, spec 2.45, spec 5.8, spec 7.6, spec 8.13, spec 8.28
test(
  'avatar and cover are uploaded and shown; what is no picture is refused',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({ width: 360, expected: /^Erro ao atualizar avatar/ });
    await signUp(page, shop);
    await openProfile(page, shop);
    // Noise does not compress: a file above what other forms may send.
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
    const photo = await sharp({
      create: { width: 1600, height: 1200, channels: 3, background: '#000', noise },
    })
      .jpeg({ quality: 98 })
      .toBuffer();
    expect(photo.length).toBeGreaterThan(1024 * 1024);
    const file = { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: photo };
    await page.getByLabel('Trocar avatar', { exact: true }).and(page.locator('input')).setInputFiles(file);
    await expect(page.getByText('Avatar atualizado!')).toBeVisible();
    await page.getByLabel('Trocar capa', { exact: true }).and(page.locator('input')).setInputFiles(file);
    await expect(page.getByText('Capa atualizada!')).toBeVisible();
    for (const [name, width] of [
      ['Seu avatar', 256],
      ['Sua capa', 1200],
    ] as const) {
      const image = page.getByRole('img', { name });
      await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(width);
    }
    await expectAccessible(page);
    const svg = { name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from('<svg xmlns="x"/>') };
    await page.getByLabel('Trocar avatar', { exact: true }).and(page.locator('input')).setInputFiles(svg);
    await expect(page.getByText('Erro ao atualizar avatar')).toBeVisible();
    await expect(page.getByText('Envie uma imagem JPEG, PNG ou WebP.')).toBeVisible();
  },
);

test(
  'the header shows the picture once there is one, on other devices too, and the initial until then',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({ width: 1440 });
    const account = await signUp(page, shop);
    await openProfile(page, shop);
    const face = (screen: Page) => screen.getByRole('banner').locator('summary').first();
    await expect(face(page).locator('img')).toHaveCount(0);
    await expect(face(page).getByText(BUYER.name[0]!, { exact: true })).toBeVisible();

    const upload = async (background: string) => {
      const buffer = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
        .png()
        .toBuffer();
      await page
        .getByLabel('Trocar avatar', { exact: true })
        .and(page.locator('input'))
        .setInputFiles({ name: 'rosto.png', mimeType: 'image/png', buffer });
    };
    const widthOf = (screen: Page) =>
      face(screen)
        .locator('img')
        .evaluate((img: HTMLImageElement) => img.naturalWidth);
    await upload('#ffb020');
    await expect.poll(() => widthOf(page)).toBe(256);
    await expect(face(page).getByText(BUYER.name[0]!, { exact: true })).toHaveCount(0);
    const first = await face(page).locator('img').getAttribute('src');
    await upload('#2060ff');
    await expect(face(page).locator('img')).not.toHaveAttribute('src', first!);
    await expect.poll(() => widthOf(page)).toBe(256);

    const phone = await visitor({ width: 360 });
    await signIn(phone, shop, account);
    await phone.goto(shop.url);
    await expect.poll(() => widthOf(phone)).toBe(256);
    // A picture that has gone leaves the initial, not a broken image.
    await phone.route('**/uploads/**', (route) => route.fulfill({ status: 404, body: '' }));
    await phone.reload();
    await expect(face(phone).locator('img')).toHaveCount(0);
    await expect(face(phone).getByText(BUYER.name[0]!, { exact: true })).toBeVisible();
  },
);
