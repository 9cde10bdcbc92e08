import type { Page } from '@playwright/test';
import { expect, test, type RunningShop } from '../shop.ts';
import { buy, panelEntry, signIn, signUp } from '../steps.ts';

const PRODUCT = { id: 'Zyra', name: 'Trepadeira da Maré Alta' };
const KEYS = ['FULGOR-AAAA-0001', 'FULGOR-BBBB-0002'];

const saysKey = (texts: readonly string[]) => texts.some((text) => KEYS.some((key) => text.includes(key)));

async function buyer(visitor: () => Promise<Page>, shop: RunningShop) {
  const page = await visitor();
  const { email } = await signUp(page, shop);
  return { page, email };
}

// shows: threat 49
test(
  'keys are pasted, sold once each, read by their owner alone, and named when their money goes back',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const clerk = await visitor({ width: 1280, expected: /^Erro ao guardar as chaves/ });
    await signIn(clerk, shop, shop.staff);
    await clerk.goto(`${shop.url}/admin`);
    await (await panelEntry(clerk, 'Chaves')).click();
    await expect(clerk.getByText('Nenhum produto tem chaves')).toBeVisible();
    await clerk.getByRole('searchbox').fill(PRODUCT.name);
    const row = clerk.getByRole('listitem').filter({ has: clerk.getByText(PRODUCT.name, { exact: true }) });
    await row.getByRole('button', { name: /^Colar chaves/ }).click();
    const field = row.getByLabel(`Chaves de ${PRODUCT.name}`);
    await field.fill('x'.repeat(1001));
    await row.getByRole('button', { name: 'Guardar chaves' }).click();
    await expect(row.getByText('A linha 1 passa de 1000 caracteres. Nada foi guardado.')).toBeVisible();
    await expect(field).toHaveValue('x'.repeat(1001));
    await field.fill(`${KEYS[0]}\n\n${KEYS[0]}\n${KEYS[1]}\n`);
    await row.getByRole('button', { name: 'Guardar chaves' }).click();
    await expect(
      row.getByText('2 chaves guardadas. A linha 3 ficou de fora: a loja já tem. A linha 2 está em branco.'),
    ).toBeVisible();
    await expect(row).toContainText('2 no estoque');

    // What was pasted by mistake goes out again.
    await row.getByRole('button', { name: /^Colar chaves/ }).click();
    await field.fill('OUTRA-LOJA-0009');
    await row.getByRole('button', { name: 'Guardar chaves' }).click();
    await expect(row).toContainText('3 no estoque');
    await row.getByRole('button', { name: /^Retirar chaves/ }).click();
    await row.getByLabel(`Chaves a retirar de ${PRODUCT.name}`).fill('OUTRA-LOJA-0009\nNUNCA-HOUVE');
    await row.getByRole('button', { name: 'Retirar do estoque' }).click();
    await expect(
      row.getByText('1 chave retirada. A linha 2 não está no estoque deste produto.'),
    ).toBeVisible();
    await expect(row).toContainText('2 no estoque');

    const ana = await buyer(visitor, shop);
    await buy(ana.page, shop, ana.email, PRODUCT.id);
    const rui = await buyer(visitor, shop);
    await buy(rui.page, shop, rui.email, PRODUCT.id);
    await ana.page.goto(`${shop.url}/dashboard/colecao`);
    await ana.page.getByRole('link', { name: `Ver chave de ${PRODUCT.name}` }).click();
    await expect(ana.page.getByLabel('Sua chave', { exact: true })).toHaveValue(KEYS[0]!);
    await ana.page.getByRole('button', { name: 'Copiar chave' }).click();
    await expect(ana.page.getByText(/^Chave (copiada|selecionada)/)).toBeVisible();
    const address = ana.page.url();
    await rui.page.goto(address);
    await expect(rui.page.getByText('Esta chave não está na sua coleção')).toBeVisible();
    const owned = await rui.page.request.get(`${shop.url}/api/collection`);
    expect(await owned.json()).toMatchObject([{ key: KEYS[1] }]);
    await expect
      .poll(
        () =>
          shop
            .mails()
            .filter((mail) => mail.includes(`To: ${ana.email}`) && mail.includes('Sua chave chegou!')).length,
      )
      .toBe(1);

    // Nobody pays for what is not there.
    const eva = await buyer(visitor, shop);
    await eva.page.goto(`${shop.url}/loja/skin/${PRODUCT.id}/1`);
    await expect(eva.page.getByText('Sem estoque.')).toBeVisible();
    await expect(eva.page.getByRole('button', { name: 'Comprar agora' })).toHaveCount(0);
    await eva.page.goto(`${shop.url}/loja?q=${encodeURIComponent(PRODUCT.name)}`);
    await expect(eva.page.getByText('Sem estoque').first()).toBeVisible();
    const refused = await eva.page.request.post(`${shop.url}/api/quote`, {
      headers: { Origin: shop.url },
      data: { items: [[PRODUCT.id, 1]] },
    });
    expect([refused.status(), await refused.json()]).toMatchObject([
      409,
      { error: { code: 'unavailable', message: `Sem estoque: ${PRODUCT.name}.` } },
    ]);

    await clerk.goto(`${shop.url}/admin?q=${encodeURIComponent(ana.email)}`);
    const order = clerk.getByRole('link', { name: /^Pedido #/ }).first();
    const number = ((await order.textContent()) ?? '').replace('Pedido #', '').trim();
    await order.click();
    await expect(clerk.getByText(/Entregue, vista em .* · Chave …0001/)).toBeVisible();
    await clerk.getByRole('button', { name: 'Reembolsar' }).first().click();
    const dialog = clerk.getByRole('dialog');
    await dialog.getByLabel('Motivo').fill('A chave não abriu.');
    await dialog.getByLabel(/Para confirmar/).fill(number);
    await dialog.getByRole('button', { name: /^Reembolsar/ }).click();
    await expect(clerk.getByText(/Chave …0001, que continua fora do estoque/)).toBeVisible();
    await expect(clerk.getByText('Reembolsado', { exact: true })).toBeVisible();
    await ana.page.goto(address);
    await expect(ana.page.getByText('Esta chave não está na sua coleção')).toBeVisible();
    await clerk.goto(`${shop.url}/admin/estoque`);
    await expect(row).toContainText('Sem estoque');
    await expect(row).toContainText('2 vendidas');

    expect(saysKey(shop.mails())).toBe(false);
    expect(saysKey([shop.output()])).toBe(false);
  },
);

test(
  'without scripts keys are pasted and read too',
  { tag: '@release' },
  async ({ shop, visitor, browser }) => {
    const clerk = await visitor();
    await signIn(clerk, shop, shop.staff);
    const storageState = await clerk.context().storageState();
    const plain = await browser.newContext({ javaScriptEnabled: false, storageState });
    const page = await plain.newPage();
    await page.goto(`${shop.url}/admin/estoque?q=Neblina`);
    await page
      .getByRole('button', { name: /^Colar chaves/ })
      .first()
      .click();
    await page.getByRole('textbox', { name: /^Chaves de/ }).fill('\n');
    await page.getByRole('button', { name: 'Guardar chaves' }).click();
    await expect(page.getByText('Cole ao menos uma chave, uma por linha.')).toBeVisible();
    await page.getByRole('textbox', { name: /^Chaves de/ }).fill('SEM-SCRIPTS-0003\nSEM-SCRIPTS-0003');
    await page.getByRole('button', { name: 'Guardar chaves' }).click();
    await expect(page.getByText('1 chave guardada. A linha 2 ficou de fora: a loja já tem.')).toBeVisible();
    await page.getByRole('button', { name: /^Retirar chaves/ }).click();
    await page.getByRole('textbox', { name: /^Chaves a retirar/ }).fill('SEM-SCRIPTS-0003');
    await page.getByRole('button', { name: 'Retirar do estoque' }).click();
    await expect(page.getByText('1 chave retirada.')).toBeVisible();
    await plain.close();
  },
);
