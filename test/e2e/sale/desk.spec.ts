import { NAMED } from '#test/catalog/invented-champions.ts';
import { expect, startStockedShop, test, type RunningShop } from '../shop.ts';
import { BUYER, buy, panelEntry, signIn, signUp, confirmAddress } from '../steps.ts';

const champions = NAMED.slice(0, 12).map(([id]) => id);
const CHAMPIONS = champions.length;
const ORDERS = 40;

// A desk of their own: other journeys leave orders that wait.
let shop: RunningShop;
test.beforeEach(async ({ catalogServer, database }) => {
  shop = await startStockedShop(database, { CATALOG_URL: catalogServer.url });
});
test.afterEach(async () => expect(await shop.stop()).toBe(0));

test('forty waiting orders of twelve skins are delivered by the keyboard alone, each with one mail', async ({
  visitor,
}) => {
  test.setTimeout(180_000);
  const emails: string[] = [];
  for (let n = 0; n < ORDERS; n += CHAMPIONS) {
    const buyer = await visitor();
    const { email } = await signUp(buyer, shop);
    for (const championId of champions.slice(0, Math.min(CHAMPIONS, ORDERS - n))) {
      // The last order has two skins: it waits for both.
      const skins = emails.length === ORDERS - 1 ? [championId, champions.at(-1)!] : [championId];
      const headers = { Origin: shop.url };
      const created = await buyer.request.post(`${shop.url}/api/create-pix-payment`, {
        headers,
        data: {
          amount: 15 * skins.length,
          description: 'Skins',
          cartItems: skins.map((id) => ({ championId: id, skinNum: 1, price: 15 })),
          customer: { ...BUYER, email },
        },
      });
      expect(created.status(), await created.text()).toBe(201);
      const { payment } = (await created.json()) as { payment: { id: string } };
      await buyer.request.post(`${shop.url}/simulator/pay/${payment.id}`, { headers });
      emails.push(email);
    }
  }

  const clerk = await visitor({ width: 1280 });
  await signIn(clerk, shop, shop.staff);
  await clerk.goto(`${shop.url}/admin`);
  await (await panelEntry(clerk, 'Mesa de entrega')).click();
  const rows = clerk.locator('[data-desk-row]');
  await expect(rows).toHaveCount(CHAMPIONS);
  const began = Date.now();
  let keys = 0;
  const press = async (key: string) => {
    keys++;
    await clerk.keyboard.press(key);
  };
  const field = clerk.getByLabel('Link de download');
  const linkOf = (left: number) => `https://arquivos.exemplo.com/${left}.zip`;
  await press('k');
  for (let n = 1; n < CHAMPIONS; n++) await press('j');
  for (let left = CHAMPIONS; left > 0; left--) {
    await press('Enter');
    await expect(field).toBeFocused();
    keys++;
    // The second one is a slip: the link of the skin before is still on the clipboard.
    await clerk.keyboard.insertText(linkOf(left === CHAMPIONS - 1 ? CHAMPIONS : left));
    await press('Enter');
    if (left === CHAMPIONS - 1) {
      await expect(clerk.getByText(/^Este link já é de .+\. Enviar mesmo assim\?$/)).toBeVisible();
      await expect(clerk.getByRole('button', { name: 'Voltar e corrigir' })).toBeFocused();
      await press('Enter');
      await expect(field).toBeFocused();
      keys++;
      await clerk.keyboard.insertText(linkOf(left));
      await press('Enter');
    }
    await expect(rows).toHaveCount(left - 1);
    if (left === CHAMPIONS) {
      await press('u');
      await expect(rows).toHaveCount(left);
      await expect(field).toBeFocused();
      await expect(field).toHaveValue(linkOf(left));
      await press('Enter');
      await expect(rows).toHaveCount(left - 1);
    }
    if (left > 1) await expect(rows.last()).toBeFocused();
    else await expect(clerk.locator('[data-desk-status]')).toBeFocused();
  }
  console.log(`desk: ${ORDERS} orders, ${keys} keys, ${Math.round((Date.now() - began) / 1000)} s`);
  await expect(clerk.getByText('Tudo entregue')).toBeVisible({ timeout: 30_000 });
  await press('?');
  await expect(clerk.getByRole('dialog', { name: 'Teclas da mesa' })).toBeVisible();

  for (const email of new Set(emails)) {
    await expect
      .poll(
        () =>
          shop
            .mails()
            .filter((mail) => mail.includes(`To: ${email}`) && mail.includes('arquivos.exemplo.com')).length,
      )
      .toBe(emails.filter((one) => one === email).length);
  }
});

test(
  'two clerks at the desk: a dropped file is sent and taken back, and the other is told who was faster and keeps what was typed',
  { tag: '@release' },
  async ({ visitor }) => {
    const buyer = await visitor();
    const { email } = await signUp(buyer, shop);
    await buy(buyer, shop, email, champions[0]!);
    const owner = await visitor({ width: 1280 });
    await signIn(owner, shop, shop.staff);
    const clerk = await visitor();
    const account = await signUp(clerk, shop);
    await confirmAddress(clerk, shop, account.email);
    const granted = await owner.request.post(`${shop.url}/api/admin/staff`, {
      headers: { Origin: shop.url },
      data: { email: account.email, role: 'entrega' },
    });
    expect(granted.status()).toBe(200);

    for (const page of [owner, clerk]) {
      await page.goto(`${shop.url}/admin/mesa`);
      await page.locator('[data-desk-row]').click();
      await page.getByLabel('Link de download').fill('https://arquivos.exemplo.com/a.zip');
    }
    await expect(owner.getByText(/está nesta skin/)).toBeVisible();
    const file = await owner.evaluateHandle(() => {
      const carried = new DataTransfer();
      carried.items.add(new File(['the skin'], 'pacote.zip', { type: 'application/zip' }));
      return carried;
    });
    const row = owner.locator('[data-desk-key]');
    await row.dispatchEvent('dragover', { dataTransfer: file });
    await expect(owner.getByText('Solte para enviar')).toBeVisible();
    await row.dispatchEvent('drop', { dataTransfer: file });
    await expect(owner.getByText('Já está na loja.')).toBeVisible();
    await expect(owner.getByRole('button', { name: 'Entregar', exact: true })).toBeFocused();
    await owner.keyboard.press('Enter');

    const note = clerk.getByRole('alert').filter({ hasText: 'enquanto ela estava aberta aqui' });
    await expect(note).toBeFocused();
    await expect(note).toContainText('https://arquivos.exemplo.com/a.zip');
    await owner.getByRole('button', { name: /^Desfazer/ }).click();
    await expect(clerk.locator('[data-desk-row]')).toHaveCount(1);
    await expect(owner.getByText('pacote.zip')).toBeVisible();
    await owner.getByRole('button', { name: 'Entregar', exact: true }).click();
    await expect(owner.locator('[data-desk-status]')).toBeFocused();
    for (const page of [owner, clerk]) {
      await expect(page.getByText('Tudo entregue')).toBeVisible({ timeout: 30_000 });
    }
  },
);
