import { expect, test } from '../shop.ts';
import { buy, panelEntry, signIn, signUp } from '../steps.ts';

const CHAMPION = { id: 'Zyra', name: 'Trepadeira' };
const KEPT = { id: 'Ashe', name: 'Neblina Rainha' };
const LINK = 'https://arquivos.exemplo.com/zyra.zip';

test(
  'the shop learns a link: filled in for the next order, delivered by itself, and never once it is broken',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const buyer = async () => {
      const page = await visitor();
      const { email } = await signUp(page, shop);
      await buy(page, shop, email, CHAMPION.id);
      const orders = (await (await page.request.get(`${shop.url}/api/orders`)).json()) as { id: string }[];
      return { email, order: `${shop.url}/admin/pedidos/${orders[0]!.id}` };
    };
    const clerk = await visitor({ width: 1280 });
    await signIn(clerk, shop, shop.staff);
    const openLinks = async (order: string) => {
      await clerk.goto(order);
      await clerk.getByRole('button', { name: /^Enviar Links/ }).click();
      return clerk.getByRole('dialog').getByRole('textbox');
    };

    const first = await buyer();
    await (await openLinks(first.order)).fill(LINK);
    await clerk.keyboard.press('Enter');
    await expect(clerk.getByText('Links enviados!')).toBeVisible();

    const second = await buyer();
    const field = await openLinks(second.order);
    await expect(field).toHaveValue(LINK);
    await expect(clerk.getByText('É o link que a loja guardou para esta skin.')).toBeVisible();
    await expect(field).toBeFocused();
    await clerk.keyboard.press('Enter');
    await expect(clerk.getByRole('button', { name: /^Ver Links/ })).toBeVisible();

    await clerk.goto(`${shop.url}/admin`);
    await (await panelEntry(clerk, 'Arquivos')).click();
    const row = clerk.getByRole('listitem').filter({ has: clerk.getByText(CHAMPION.name, { exact: true }) });
    await expect(row).toContainText('Funcionando');
    await row.getByRole('switch', { name: /Entregar sozinha/ }).click();
    await expect(clerk.getByText('A skin é entregue sozinha')).toBeVisible();
    const third = await buyer();
    await expect
      .poll(
        () =>
          shop.mails().filter((mail) => mail.includes(`To: ${third.email}`) && mail.includes(LINK)).length,
      )
      .toBe(1);

    await row.getByRole('button', { name: /^Marcar como quebrado/ }).click();
    await expect(row).toContainText('Quebrado');
    const fourth = await buyer();
    await expect(await openLinks(fourth.order)).toHaveValue('');
  },
);

test('a file that staff put into the shop is delivered by itself, and its owner alone downloads it', async ({
  shop,
  visitor,
}) => {
  const content = Buffer.alloc(3_000_000, 'fulgor');
  const clerk = await visitor({ width: 1280, expected: /^Erro ao salvar arquivo/ });
  await signIn(clerk, shop, shop.staff);
  await clerk.goto(`${shop.url}/admin/arquivos?${new URLSearchParams({ q: KEPT.name })}`);
  const row = clerk.getByRole('listitem').filter({ hasText: KEPT.name }).first();
  await row.getByRole('button', { name: /^Informar arquivo/ }).click();
  const dialog = clerk.getByRole('dialog', { name: 'Arquivo da skin' });
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByText('Escolha um arquivo ou informe o link.')).toBeVisible();
  await dialog
    .getByLabel('Arquivo', { exact: true })
    .setInputFiles({ name: 'pacote.zip', mimeType: 'application/zip', buffer: content });
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(clerk.getByText('Arquivo salvo')).toBeVisible();
  await expect(row).toContainText('pacote.zip');
  await row.getByRole('switch', { name: /Entregar sozinha/ }).click();
  await expect(clerk.getByText('A skin é entregue sozinha')).toBeVisible();

  const buyer = await visitor();
  const { email } = await signUp(buyer, shop);
  await buy(buyer, shop, email, KEPT.id);
  await buyer.goto(`${shop.url}/dashboard/colecao`);
  const link = buyer.getByRole('link', { name: /baixar skin/i }).first();
  const address = new URL((await link.getAttribute('href')) ?? '', shop.url).href;
  const saving = buyer.waitForEvent('download');
  await link.click();
  expect((await saving).suggestedFilename()).toBe('pacote.zip');
  const whole = await buyer.request.get(address);
  expect((await whole.body()).equals(content)).toBe(true);
  const part = await buyer.request.get(address, { headers: { Range: 'bytes=2999990-' } });
  expect([part.status(), await part.text()]).toEqual([206, String(content.subarray(2_999_990))]);
  expect((await clerk.request.get(address)).status()).toBe(404);
});
