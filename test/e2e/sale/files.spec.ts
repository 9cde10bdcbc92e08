import { expect, test } from '../shop.ts';
import { buy, panelEntry, signIn, signUp } from '../steps.ts';

const CHAMPION = { id: 'Zyra', name: 'Trepadeira' };
const LINK = 'https://arquivos.exemplo.com/zyra.zip';

test('the shop learns a link: filled in for the next order, delivered by itself, and never once it is broken', async ({
  shop,
  visitor,
}) => {
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
      () => shop.mails().filter((mail) => mail.includes(`To: ${third.email}`) && mail.includes(LINK)).length,
    )
    .toBe(1);

  await row.getByRole('button', { name: /^Marcar como quebrado/ }).click();
  await expect(row).toContainText('Quebrado');
  const fourth = await buyer();
  await expect(await openLinks(fourth.order)).toHaveValue('');
});
