import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startBacenServer, type BacenServer } from '../../providers/bacen-server.ts';
import { makeCertificates } from '../../providers/make-certificates.ts';
import { expect, startStockedShop, test as base, type RunningShop } from '../shop.ts';
import { fillPaymentForm, openSkin, signUp } from '../steps.ts';

const KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';
const TOKEN = 'segredo-do-webhook-8c1f5a';
const COMMAND = resolve(import.meta.dirname, '../../../build/server/gateway.js');

interface Pix {
  bank: BacenServer;
  /** What the operator sets. */
  env: Record<string, string>;
  shop: RunningShop;
}

/** A shop whose bank speaks the Central Bank's API Pix over mutual TLS, set up as an operator does. */
const test = base.extend<object, { pix: Pix }>({
  pix: [
    async ({ database, catalogServer }, use) => {
      const { ca, server, client } = makeCertificates();
      const bank = await startBacenServer({ chave: KEY, tls: { ...server, ca: ca.cert } });
      const folder = mkdtempSync(join(tmpdir(), 'fulgor-pix-'));
      const pem = (name: string, text: string) => {
        writeFileSync(join(folder, name), text, { mode: 0o600 });
        return join(folder, name);
      };
      const env = {
        PIX_GATEWAY: 'bacen',
        BACEN_PIX_URL: bank.apiUrl,
        BACEN_PIX_TOKEN_URL: bank.tokenUrl,
        BACEN_PIX_CLIENT_ID: 'Client_Id_teste',
        BACEN_PIX_CLIENT_SECRET: 'Client_Secret_teste',
        BACEN_PIX_CERT: pem('cert.pem', client.cert),
        BACEN_PIX_KEY: pem('key.pem', client.key),
        BACEN_PIX_CA: pem('ca.pem', ca.cert),
        BACEN_PIX_CHAVE: KEY,
        BACEN_PIX_WEBHOOK_TOKEN: TOKEN,
      };
      const shop = await startStockedShop(database, { CATALOG_URL: catalogServer.url, ...env });
      await use({ bank, env, shop });
      expect(await shop.stop()).toBe(0);
      await bank.close();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

// shows: threat 42
test(
  "a PIX that the bank announces turns the buyer's page green, and the secret stands in no log",
  { tag: '@release' },
  async ({ pix: { bank, shop }, visitor }) => {
    const page = await visitor();
    const { email } = await signUp(page, shop);
    const skin = await openSkin(page, shop, 'tatu bola');
    await page.getByRole('button', { name: 'Comprar agora' }).click();
    await fillPaymentForm(page, email);
    const cob = [...bank.ledger.values()].at(-1);
    expect(cob).toMatchObject({ valor: { original: '15.00' }, chave: KEY, status: 'ATIVA' });
    await expect(
      page.getByText(cob!.pixCopiaECola!).or(page.locator(`[value="${cob!.pixCopiaECola}"]`)),
    ).toBeVisible();

    bank.webhooks.set(KEY, `${shop.url}/webhooks/bacen/${TOKEN}`);
    expect(await bank.pay(cob!.txid)).toMatchObject({ webhookStatus: 200 });
    await expect(page.getByText('Pagamento Confirmado!', { exact: true })).toBeVisible();
    await page.waitForURL('**/dashboard/pedidos');
    await expect(page.getByText(skin).first()).toBeVisible();

    bank.webhooks.set(KEY, `${shop.url}/webhooks/bacen?token=${TOKEN}&ignorar=`);
    expect(await bank.deliver([])).toBe(200);
    expect(shop.output()).toContain('"/webhooks/bacen/[oculto]"');
    expect(shop.output()).not.toContain(TOKEN);
  },
);

test(
  "the operator's command registers, shows and removes the webhook without printing the secret",
  { tag: '@release' },
  async ({ pix: { bank, env } }) => {
    const run = async (args: string[], changes: Record<string, string> = {}) => {
      const settings = { ...env, APP_URL: 'https://loja.exemplo.com.br', PATH: process.env.PATH, ...changes };
      const work = promisify(execFile)(process.execPath, [COMMAND, ...args], { env: settings });
      return work.catch((error: { stdout: string; stderr: string }) => error);
    };
    expect(await run(['register-webhook'])).toMatchObject({
      stdout: 'Webhook cadastrado: https://loja.exemplo.com.br/webhooks/bacen?token=…&ignorar=\n',
    });
    expect(bank.webhooks.get(KEY)).toBe(`https://loja.exemplo.com.br/webhooks/bacen?token=${TOKEN}&ignorar=`);
    await run(['register-webhook', '--path-token']);
    expect(bank.webhooks.get(KEY)).toBe(`https://loja.exemplo.com.br/webhooks/bacen/${TOKEN}`);
    expect(await run(['show-webhook'])).toMatchObject({
      stdout: 'https://loja.exemplo.com.br/webhooks/bacen/…\nÉ o endereço desta loja.\n',
    });
    const elsewhere = await run(['show-webhook'], { APP_URL: 'https://outra.exemplo.com.br' });
    expect(elsewhere.stdout).toContain('Não é o endereço desta loja');
    expect((await run(['remove-webhook'])).stdout).toContain('Webhook removido');
    expect((await run(['show-webhook'])).stdout).toContain('Nenhum webhook');
    expect((await run(['register-webhook'], { APP_URL: 'http://localhost:3000' })).stderr).toContain(
      'https://',
    );
    expect((await run(['register-webhook'], { BACEN_PIX_CLIENT_SECRET: 'errado' })).stderr).toMatch(
      /answered 401: check BACEN_PIX_CLIENT_ID/,
    );
    expect((await run(['apagar-tudo'])).stderr).toContain('Uso: npm run gateway');
  },
);
