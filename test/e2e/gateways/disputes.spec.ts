import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAbacatePayV2Server } from '../../providers/abacatepay-v2-server.ts';
import { startBacenServer } from '../../providers/bacen-server.ts';
import { makeCertificates } from '../../providers/make-certificates.ts';
import { startMercadoPagoServer } from '../../providers/mercadopago-server.ts';
import { expect, startStockedShop, test } from '../shop.ts';
import { BUYER, signIn, signUp } from '../steps.ts';

const SECRET = 'segredo-do-webhook-de-teste';
const TOKEN = 'TEST-token-de-teste';
const KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';

interface Provider {
  env: Record<string, string>;
  hears(shopUrl: string): void;
  /** Pays the only charge there is. */
  pay(): Promise<unknown>;
  dispute(): Promise<unknown>;
  /** What staff read of it. */
  told: { deadline: RegExp; reason: string };
  close(): Promise<unknown>;
}

const providers: [name: string, start: () => Promise<Provider>][] = [
  ['AbacatePay v2', startAbacatePay],
  ['Mercado Pago', startMercadoPago],
  ['a bank of API Pix', startBank],
];

for (const [name, start] of providers) {
  test(
    `${name}: a dispute that is opened there appears with its deadline`,
    { tag: '@release' },
    async ({ database, catalogServer, visitor }) => {
      const bank = await start();
      const shop = await startStockedShop(database, { CATALOG_URL: catalogServer.url, ...bank.env });
      bank.hears(shop.url);
      const buyer = await visitor();
      const { email } = await signUp(buyer, shop);
      const created = await buyer.request.post(`${shop.url}/api/create-pix-payment`, {
        headers: { Origin: shop.url },
        data: {
          amount: 15,
          description: 'Skins',
          cartItems: [{ championId: 'Janna', skinNum: 1, price: 15 }],
          customer: { ...BUYER, email },
        },
      });
      expect(created.status(), await created.text()).toBe(201);
      await bank.pay();
      const orders = async () =>
        (await (await buyer.request.get(`${shop.url}/api/orders`)).json()) as {
          id: string;
          status: string;
        }[];
      await expect.poll(async () => (await orders())[0]?.status).toBe('pending');

      const clerk = await visitor({ width: 1280 });
      await signIn(clerk, shop, shop.staff);
      await clerk.goto(`${shop.url}/admin/atencao`);
      await expect(clerk.getByText('Nada esperando por você')).toBeVisible();
      await bank.dispute();
      // The open screen is told; nobody reloads it.
      const card = clerk.getByRole('article', { name: 'Contestação aberta' });
      await expect(card).toContainText(bank.told.deadline);
      await expect(card).toContainText(bank.told.reason);
      const answer = await clerk.request.get(`${shop.url}/api/admin/disputes`);
      const [order] = await orders();
      expect(await answer.json()).toMatchObject([{ order_id: order?.id, state: 'open' }]);
      expect(await shop.stop()).toBe(0);
      await bank.close();
    },
  );
}

async function startAbacatePay(): Promise<Provider> {
  const bank = await startAbacatePayV2Server({ apiKey: 'chave-de-teste' });
  const onlyId = () => [...bank.ledger.keys()][0]!;
  return {
    env: {
      PIX_GATEWAY: 'abacatepay',
      ABACATEPAY_URL: bank.url,
      ABACATEPAY_API_KEY: 'chave-de-teste',
      ABACATEPAY_WEBHOOK_SECRET: SECRET,
      ABACATEPAY_API_VERSION: '2',
    },
    hears: (url) => bank.configureWebhook(`${url}/webhooks/abacatepay`, SECRET),
    pay: () => bank.pay(onlyId()),
    dispute: () => bank.dispute(onlyId()),
    told: { deadline: /O provedor não informa um prazo: responda hoje/, reason: 'UNDER_DISPUTE' },
    close: bank.close,
  };
}

async function startMercadoPago(): Promise<Provider> {
  const bank = await startMercadoPagoServer({ accessToken: TOKEN });
  const onlyId = () => [...bank.ledger.keys()][0]!;
  return {
    env: {
      PIX_GATEWAY: 'mercadopago',
      MERCADOPAGO_URL: bank.url,
      MERCADOPAGO_ACCESS_TOKEN: TOKEN,
      MERCADOPAGO_WEBHOOK_SECRET: SECRET,
    },
    hears: (url) => bank.configureWebhook(`${url}/webhooks/mercadopago`, SECRET),
    pay: () => bank.pay(onlyId()),
    dispute: () => bank.dispute(onlyId(), 'claim'),
    told: { deadline: /Responda até \d{2}\/\d{2}\/\d{4} \d{2}:\d{2}/, reason: 'PDD9939' },
    close: bank.close,
  };
}

async function startBank(): Promise<Provider> {
  const { ca, server, client } = makeCertificates();
  const bank = await startBacenServer({ chave: KEY, tls: { ...server, ca: ca.cert } });
  const folder = mkdtempSync(join(tmpdir(), 'fulgor-pix-'));
  const pem = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  const only = () => [...bank.ledger.values()][0]!;
  return {
    env: {
      PIX_GATEWAY: 'bacen',
      BACEN_PIX_URL: bank.apiUrl,
      BACEN_PIX_TOKEN_URL: bank.tokenUrl,
      BACEN_PIX_CLIENT_ID: 'Client_Id_teste',
      BACEN_PIX_CLIENT_SECRET: 'Client_Secret_teste',
      BACEN_PIX_CERT: pem('cert.pem', client.cert),
      BACEN_PIX_KEY: pem('key.pem', client.key),
      BACEN_PIX_CA: pem('ca.pem', ca.cert),
      BACEN_PIX_CHAVE: KEY,
      BACEN_PIX_WEBHOOK_TOKEN: SECRET,
    },
    hears: (url) => void bank.webhooks.set(KEY, `${url}/webhooks/bacen/${SECRET}`),
    pay: () => bank.pay(only().txid),
    async dispute() {
      const [pix] = only().pix;
      bank.chargeBack(pix!.endToEndId, 1500, 'EM_PROCESSAMENTO');
      await bank.deliver([pix]);
    },
    told: { deadline: /O provedor não informa um prazo: responda hoje/, reason: 'MED_FRAUDE' },
    async close() {
      await bank.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
