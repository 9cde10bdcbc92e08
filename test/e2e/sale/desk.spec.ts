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
  await press('j');
  for (let left = CHAMPIONS; left > 0; left--) {
    await press('Enter');
    await expect(clerk.getByLabel('Link de download')).toBeFocused();
    keys++;
    await clerk.keyboard.insertText(`https://arquivos.exemplo.com/${left}.zip`);
    await press('Enter');
    await expect(rows).toHaveCount(left - 1);
    if (left > 1) await press('k');
  }
  console.log(`desk: ${ORDERS} orders, ${keys} keys, ${Math.round((Date.now() - began) / 1000)} s`);
  await expect(clerk.getByText('Tudo entregue')).toBeVisible();
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

test('two clerks at the desk see who has which skin open, and the second is told that it is done', async ({
  visitor,
}) => {
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
  await owner.getByRole('button', { name: 'Entregar', exact: true }).click();
  for (const page of [owner, clerk]) await expect(page.getByText('Tudo entregue')).toBeVisible();
});
