import type { Page } from '@playwright/test';
import { runStatement } from '../database-statement.ts';
import { inspectScreen } from '../inspect-screen.ts';
import { createPostgresDatabase, expect, startShop, test, type RunningShop } from '../shop.ts';
import { confirmAddress, fillPaymentForm, panelEntry, signIn, signUp } from '../steps.ts';

const LINK = 'https://arquivos.exemplo.com/pre-venda.zip';
/** Of São Paulo, where midnight is three hours later. */
const inDays = (days: number) => new Date(Date.now() + (days * 24 - 3) * 3600_000).toISOString().slice(0, 10);
const said = (day: string) => day.split('-').toReversed().join('/');
const SENTENCE = /O que está em pré-venda ainda não tem arquivo/;

/** Buys it on the skin's page, where everything is said before the payment. */
async function buyAhead(page: Page, shop: RunningShop, skin: string, until: string): Promise<string> {
  const { email } = await signUp(page, shop);
  await page.goto(`${shop.url}/loja/skin/${skin}`);
  await expect(page.getByText(SENTENCE)).toContainText(said(until));
  await expect(page.getByText('Entrega imediata')).toHaveCount(0);
  await page.getByRole('button', { name: 'Adicionar ao carrinho' }).click();
  await page.goto(`${shop.url}/carrinho`);
  await expect(page.getByText(`Pré-venda até ${said(until)}`)).toBeVisible();
  await expect(page.getByText(SENTENCE)).toBeVisible();
  expect(await inspectScreen(page, 'Carrinho')).toEqual([]);
  await page.getByRole('button', { name: 'Finalizar Compra' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(SENTENCE)).toBeVisible();
  await fillPaymentForm(page, email);
  await expect(dialog.getByText(SENTENCE)).toBeVisible();
  await page.getByRole('button', { name: /simular pagamento/i }).click();
  await page.waitForURL('**/dashboard/pedidos');
  await expect(page.getByText(`Pré-venda até ${said(until)}`)).toBeVisible();
  await expect(page.getByText(SENTENCE)).toBeVisible();
  return email;
}

test(
  'staff see who wants what and sell it ahead with a date; its file delivers it, and a date that passes gives the money back',
  { tag: '@release' },
  async ({ visitor }) => {
    test.setTimeout(240_000);
    const url = await createPostgresDatabase();
    const shop = await startShop('embedded', { DATABASE_URL: url });
    try {
      const clerk = await visitor({ width: 360 });
      await signIn(clerk, shop, shop.staff);
      const fan = await visitor({ width: 360 });
      const { email: fanEmail } = await signUp(fan, shop);
      await confirmAddress(fan, shop, fanEmail);
      const store = await (await fan.request.get(`${shop.url}/loja`)).text();
      const skins = [...store.matchAll(/href="\/loja\/skin\/(\w+\/\d+)"/g)].map(([, skin = '']) => skin);
      const [comes = '', late = ''] = [...new Set(skins)];
      await fan.goto(`${shop.url}/loja/skin/${comes}`);
      const name = (await fan.getByRole('heading', { level: 1 }).textContent()) ?? '';
      await fan.getByRole('button', { name: /avise-me/i }).click();
      await expect(fan.getByRole('button', { name: /avise-me/i })).toHaveAttribute('aria-pressed', 'true');

      await clerk.goto(`${shop.url}/admin`);
      await (await panelEntry(clerk, 'Mais pedidas')).click();
      const row = clerk.getByRole('listitem').filter({ has: clerk.getByText(name, { exact: true }) });
      await expect(row).toContainText('1 pessoa quer ser avisada · 1 visita à página');
      const until = inDays(20);
      await row.getByLabel(`Último dia para o arquivo de ${name}`).fill(until);
      await row.getByRole('button', { name: 'Abrir pré-venda' }).click();
      await expect(row.getByText(`Pré-venda até ${said(until)}`)).toBeVisible();
      expect(await inspectScreen(clerk, 'Mais pedidas')).toEqual([]);
      const headers = { Origin: shop.url };
      const put = await clerk.request.put(`${shop.url}/api/admin/preorders/${late}`, {
        headers,
        data: { until: inDays(3) },
      });
      expect([put.status(), await put.json()]).toMatchObject([200, { until: inDays(3) }]);

      const ana = await visitor({ width: 360 });
      const email = await buyAhead(ana, shop, comes, until);
      const rui = await visitor({ width: 360 });
      await buyAhead(rui, shop, late, inDays(3));
      const mailsTo = (to: string, part: string) =>
        shop.mails().filter((mail) => mail.includes(`To: ${to}`) && mail.includes(part)).length;
      await expect.poll(() => mailsTo(email, said(until))).toBe(1);
      expect(await inspectScreen(ana, 'Meus Pedidos')).toEqual([]);

      const file = await clerk.request.put(`${shop.url}/api/admin/skin-files/${comes}`, {
        headers,
        data: { link: LINK },
      });
      expect(file.status()).toBe(200);
      await expect(ana.getByText('Recebido')).toBeVisible();
      await expect.poll(() => mailsTo(email, LINK)).toBe(1);
      await expect.poll(() => mailsTo(fanEmail, 'pronta para entrega'), { timeout: 40_000 }).toBe(1);
      await fan.goto(`${shop.url}/loja/skin/${comes}`);
      await expect(fan.getByText(SENTENCE)).toHaveCount(0);

      // Four days pass.
      const yesterday = inDays(-1);
      await runStatement(
        url,
        `update order_items set preorder_until = '${yesterday}' where preorder_until = '${inDays(3)}'`,
      );
      await runStatement(url, `update preorders set until = '${yesterday}' where until = '${inDays(3)}'`);
      await expect(rui.getByText('Devolvemos R$ 15,00 deste pedido.')).toBeVisible({ timeout: 40_000 });
      await expect(rui.getByText('Cancelado', { exact: true })).toBeVisible();
      await fan.goto(`${shop.url}/loja/skin/${late}`);
      await expect(fan.getByText('Indisponível.')).toBeVisible();
      await expect(fan.getByRole('button', { name: 'Avise-me quando chegar' })).toBeVisible();
    } finally {
      expect(await shop.stop()).toBe(0);
    }
  },
);
