import { inspectScreen } from '../inspect-screen.ts';
import { activate } from '../keyboard.ts';
import { expect, test } from '../shop.ts';
import { buyBySimulation, signIn, signUp } from '../steps.ts';

test(
  'a clerk saves a selection, downloads it, and takes a removal back within ten seconds',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const buyer = await visitor();
    const { email } = await signUp(buyer, shop);
    await buyBySimulation(buyer, shop, email, 'serenata');
    const clerk = await visitor({ width: 1280 });
    await signIn(clerk, shop, shop.staff);
    await clerk.goto(`${shop.url}/admin?q=${encodeURIComponent(email)}`);

    await clerk.getByRole('button', { name: 'Salvar visão' }).click();
    await clerk.getByRole('dialog').getByLabel('Nome').fill('Da Bruna');
    await clerk.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
    const chip = clerk.getByRole('link', { name: 'Da Bruna' });
    await expect(chip).toHaveAttribute('aria-current', 'page');
    expect(await inspectScreen(clerk, 'saved views')).toEqual([]);
    await clerk.setViewportSize({ width: 1280, height: 800 });

    const [download] = await Promise.all([
      clerk.waitForEvent('download'),
      clerk.getByRole('link', { name: 'Baixar CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^pedidos-.*\.csv$/);
    const csv = await clerk.request.get(`${shop.url}/api/admin/orders.csv?q=${encodeURIComponent(email)}`);
    const lines = (await csv.text()).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`;${email};`);

    // While a notice is shown, leaving it by Tab leads back to where one came from.
    await expect(clerk.getByText('Visão salva')).toBeHidden();
    const remove = clerk.getByRole('button', { name: 'Apagar a visão Da Bruna' });
    await activate(clerk, remove);
    await expect(chip).toBeHidden();
    // The keys that lead to the notices; there they wait for whoever reads them.
    await clerk.keyboard.press('Alt+t');
    await activate(clerk, clerk.getByRole('button', { name: 'Desfazer' }));
    await expect(chip).toBeVisible();
    await remove.click();
    await clerk.getByRole('button', { name: 'Fechar aviso' }).first().click();
    await expect
      .poll(async () => (await clerk.request.get(`${shop.url}/api/admin/views`)).json(), { timeout: 15_000 })
      .toEqual([]);
  },
);

test(
  'a sale that was paid elsewhere is entered and stands in the collection of its buyer',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const buyer = await visitor();
    const { email } = await signUp(buyer, shop);
    const clerk = await visitor({ width: 1280, expected: /^Erro ao lançar pedido|422/ });
    await signIn(clerk, shop, shop.staff);
    await clerk.goto(`${shop.url}/admin`);
    await clerk.getByRole('button', { name: 'Lançar pedido' }).click();
    const dialog = clerk.getByRole('dialog');
    await dialog.getByLabel('Email').fill('ninguem@exemplo.com');
    await dialog.getByRole('combobox').fill('serenata');
    await dialog.getByRole('option').first().click();
    await dialog.getByLabel('Motivo').fill('Pago em dinheiro no evento');
    const send = dialog.getByRole('button', { name: 'Lançar pedido' });
    await send.click();
    await expect(dialog.getByText('Nenhuma conta da loja tem este e-mail.')).toBeVisible();
    expect(await inspectScreen(clerk, 'manual order')).toEqual([]);
    await clerk.setViewportSize({ width: 1280, height: 800 });
    await dialog.getByLabel('Email').fill(email);
    await send.click();
    await expect(clerk.getByText('Pedido lançado')).toBeVisible();
    const row = clerk.getByRole('row').filter({ hasText: email });
    await row.getByRole('link', { name: /Pedido #/ }).click();
    await expect(clerk.getByText('Pago fora da loja', { exact: true })).toBeVisible();
    await buyer.goto(`${shop.url}/dashboard/colecao`);
    await expect(buyer.locator('h1 ~ ul > li')).toHaveCount(1);
  },
);

test(
  'marked orders are sent what the shop knows, each with its result',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const buyer = await visitor();
    const { email } = await signUp(buyer, shop);
    const name = await buyBySimulation(buyer, shop, email, 'tarvok');
    const clerk = await visitor({ width: 1280 });
    await signIn(clerk, shop, shop.staff);
    await clerk.goto(`${shop.url}/admin?status=pending&q=${encodeURIComponent(email)}`);
    const mark = clerk.getByRole('checkbox', { name: /^Marcar o pedido/ });
    const deliver = clerk.getByRole('button', { name: 'Entregar com os arquivos conhecidos' });
    await mark.check();
    expect(await inspectScreen(clerk, 'marked orders')).toEqual([]);
    await clerk.setViewportSize({ width: 1280, height: 800 });
    await deliver.click();
    await clerk
      .getByRole('dialog', { name: 'Entregar 1 pedido?' })
      .getByRole('button', { name: 'Entregar agora' })
      .click();
    const results = clerk.getByRole('dialog', { name: 'Entrega dos pedidos marcados' });
    await expect(results.getByText(`Falta o arquivo de ${name}.`)).toBeVisible();
    await results.getByRole('button', { name: 'Fechar', exact: true }).last().click();

    const found = await clerk.request.get(`${shop.url}/api/admin/orders?q=${encodeURIComponent(email)}`);
    const [order] = (await found.json()) as { order_items: { champion_id: string; skin_num: number }[] }[];
    const { champion_id, skin_num } = order!.order_items[0]!;
    const file = { link: 'https://arquivos.exemplo.com/marcado.zip', auto: false };
    const known = await clerk.request.put(`${shop.url}/api/admin/skin-files/${champion_id}/${skin_num}`, {
      data: file,
      headers: { Origin: shop.url },
    });
    expect(known.ok()).toBe(true);
    await clerk.reload();
    await mark.check();
    await deliver.click();
    await clerk.getByRole('button', { name: 'Entregar agora' }).click();
    await expect(clerk.getByText('1 de 1 pedido entregue')).toBeVisible();
  },
);
