import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { startBacenServer, type BacenServer, type BacenServerOptions } from '#test/bacen-server.ts';
import { makeCertificates, type Certificates } from '#test/make-certificates.ts';
import { readBrCode } from '#test/read-br-code.ts';
import { chargeRequest, describeGatewayContract } from '../contract-suite.ts';
import { createBacen, type BacenOptions } from './create-bacen.ts';

const KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';
const TOKEN = 'webhook-token-5f1c9a';
const CLIENT_ID = 'Client_Id_4f2a';
const CLIENT_SECRET = 'Client_Secret_b83e';

let certificates: Certificates;
let server: BacenServer;
const servers: BacenServer[] = [];
beforeAll(() => void (certificates = makeCertificates()));
beforeEach(async () => void (server = await startServer()));
afterEach(async () => {
  for (const one of servers.splice(0)) await one.close();
});

async function startServer(changes: BacenServerOptions = {}): Promise<BacenServer> {
  const tls = { ...certificates.server, ca: certificates.ca.cert };
  const one = await startBacenServer({
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    chave: KEY,
    tls,
    ...changes,
  });
  servers.push(one);
  return one;
}

function newGateway(changes: Partial<BacenOptions> = {}, bank = server) {
  return createBacen({
    baseUrl: bank.apiUrl,
    tokenUrl: bank.tokenUrl,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    tokenStyle: 'basic',
    scopes: 'cob.write cob.read pix.write pix.read',
    certificate: certificates.client,
    ca: certificates.ca.cert,
    extraQuery: {},
    extraHeaders: {},
    chave: KEY,
    webhookToken: TOKEN,
    merchantName: 'Fulgor',
    merchantCity: 'São Paulo',
    now: () => new Date(),
    timeoutMs: 400,
    ...changes,
  });
}

function cobOf(txid: string | null) {
  const cob = server.ledger.get(txid ?? '');
  if (!cob) throw new Error(`no cob ${txid}`);
  return cob;
}

function delivery(url: string, pix: unknown[]) {
  return { url: new URL(url), headers: {}, rawBody: JSON.stringify({ pix }) };
}

const ADDRESS = 'https://loja.test/webhooks/bacen';

function paidPix(gatewayChargeId: string | null) {
  const { txid, valor, chave } = cobOf(gatewayChargeId);
  const endToEndId = `E${'0'.repeat(31)}`;
  return { endToEndId, txid, valor: valor.original, chave, horario: new Date().toISOString() };
}

describeGatewayContract('API Pix 2.9', async () => ({
  gateway: newGateway(),
  pay: async ({ gatewayChargeId }, cents) => {
    await server.pay(gatewayChargeId ?? '', cents === undefined ? {} : { cents });
  },
  expire: async ({ gatewayChargeId }) => server.expire(gatewayChargeId ?? ''),
  chargedCents: async () =>
    [...server.ledger.values()].map(({ valor }) => Number(valor.original.replace('.', ''))),
  descriptionOf: async ({ gatewayChargeId }) => cobOf(gatewayChargeId).solicitacaoPagador ?? '',
  descriptionLength: 140,
  network: {
    failNext: server.failNext,
    unreachable: newGateway({ baseUrl: 'https://127.0.0.1:9/v2', tokenUrl: 'https://127.0.0.1:9/oauth' }),
    createCount: () =>
      server.requests.filter(({ method, path }) => /cob/.test(path) && method === 'PUT').length,
    refusalStatus: 400,
    secrets: [CLIENT_SECRET, TOKEN, certificates.client.key.split('\n')[1] ?? '', 'token-'],
  },
  webhook: {
    paid: ({ gatewayChargeId }) => delivery(`${ADDRESS}?token=${TOKEN}`, [paidPix(gatewayChargeId)]),
    forged: ({ gatewayChargeId }) =>
      ['', '?token=', `?token=${TOKEN}x`, `?token=${TOKEN.toUpperCase()}`, `#token=${TOKEN}`]
        .concat(`?Token=${TOKEN}`, `?token=x&token=${TOKEN}`, `/${TOKEN}x`, `/x/${TOKEN}`, '/pix', '/%ff')
        .map((end) => delivery(ADDRESS + end, [paidPix(gatewayChargeId)])),
  },
  close: async () => {},
}));
