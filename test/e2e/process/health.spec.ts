import { startAbacatePayServer } from '../../providers/abacatepay-server.ts';
import { inspectScreen } from '../inspect-screen.ts';
import { expect, startStockedShop, test } from '../shop.ts';
import { signIn } from '../steps.ts';

const NOBODY = '127.0.0.1:9';

test(
  'the owner reads in the panel which three parts are broken, and gets no mail while the mail server is one of them',
  { tag: '@release' },
  async ({ visitor, browser, database }) => {
    const bank = await startAbacatePayServer({ apiKey: 'abc_certa' });
    const shop = await startStockedShop(database, {
      PIX_GATEWAY: 'abacatepay',
      ABACATEPAY_URL: bank.url,
      ABACATEPAY_API_KEY: 'abc_errada',
      ABACATEPAY_WEBHOOK_SECRET: 'segredo-do-webhook',
      SMTP_URL: `smtp://${NOBODY}`,
      S3_ENDPOINT: `http://${NOBODY}`,
      S3_REGION: 'auto',
      S3_BUCKET: 'loja',
      S3_ACCESS_KEY_ID: 'chave',
      S3_SECRET_ACCESS_KEY: 'segredo',
    });
    try {
      const owner = await visitor({ width: 1280 });
      await signIn(owner, shop, shop.staff);
      await owner.goto(`${shop.url}/admin`);
      await owner.keyboard.press('Control+k');
      await expect(owner.getByRole('combobox')).toBeFocused();
      await owner.keyboard.type('saude');
      await expect(owner.getByRole('option', { selected: true })).toContainText('Saúde da loja');
      await owner.keyboard.press('Enter');
      await owner.waitForURL('**/admin/saude');
      expect(await inspectScreen(owner, 'health')).toEqual([]);

      const look = owner.getByRole('button', { name: 'Verificar agora' });
      await look.focus();
      await owner.keyboard.press('Enter');
      const parts = owner.getByRole('list', { name: 'Partes da loja' });
      await expect(owner.getByText(/^3 partes quebradas, /)).toBeVisible({ timeout: 20_000 });
      await expect(parts.getByRole('listitem')).toHaveCount(15);
      const broken = parts.getByRole('listitem').filter({ hasText: 'Quebrado' });
      await expect(broken.getByRole('heading')).toHaveText([
        'Provedor de PIX',
        'Servidor de e-mail',
        'Arquivos',
      ]);
      await expect(broken.getByText('O que fazer:')).toHaveCount(3);
      await expect(parts).not.toContainText(/abc_errada|segredo/);
      expect(await inspectScreen(owner, 'health, looked at')).toEqual([]);

      await owner.getByRole('button', { name: 'Enviar e-mail de teste' }).click();
      await expect(owner.getByText('A loja não conseguiu falar com o servidor de e-mail')).toBeVisible();
      await expect(parts.getByRole('listitem')).toHaveCount(15);

      const storageState = await owner.context().storageState();
      const context = await browser.newContext({ javaScriptEnabled: false, storageState });
      const plain = await context.newPage();
      await plain.goto(`${shop.url}/admin/saude`);
      await plain.getByRole('button', { name: 'Verificar agora' }).click();
      await expect(plain.getByRole('heading', { name: 'Provedor de PIX' })).toBeVisible({ timeout: 20_000 });
      await context.close();
    } finally {
      await shop.stop();
      await bank.close();
    }
  },
);
