import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startBacenServer, type BacenServer } from '#test/providers/bacen-server.ts';
import { findDescription, startPrism } from '#test/providers/start-prism.ts';
import { chargeRequest, describeGatewayContract } from '../contract-suite.ts';
import { createBacen } from './create-bacen.ts';

// The Central Bank's own description of its API stands between the adapter and our bank, and judges both:
// a request or an answer that breaks it never arrives.
const description = findDescription('bacen-2.9.0.yaml');
const KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';

describe.skipIf(!description)('judged by its description (PIX_DESCRIPTIONS)', () => {
  let bank: BacenServer;
  let prism: Awaited<ReturnType<typeof startPrism>>;
  beforeAll(async () => {
    bank = await startBacenServer({ chave: KEY });
    prism = await startPrism(description, bank.apiUrl);
  });
  afterAll(async () => {
    await prism.close();
    await bank.close();
  });
  beforeEach(() => bank.ledger.clear());

  function newGateway() {
    return createBacen({
      baseUrl: prism.url,
      tokenUrl: bank.tokenUrl,
      clientId: 'Client_Id_teste',
      clientSecret: 'Client_Secret_teste',
      tokenStyle: 'basic',
      scopes: 'cob.write cob.read',
      certificate: null,
      ca: null,
      extraQuery: {},
      extraHeaders: {},
      chave: KEY,
      webhookToken: 'token',
      merchantName: 'Fulgor',
      merchantCity: 'SAO PAULO',
      now: () => new Date(),
    });
  }

  describeGatewayContract('API Pix 2.9', async () => ({
    gateway: newGateway(),
    pay: async ({ gatewayChargeId }, cents) => {
      await bank.pay(gatewayChargeId ?? '', cents === undefined ? {} : { cents });
    },
    expire: async ({ gatewayChargeId }) => bank.expire(gatewayChargeId ?? ''),
    chargedCents: async () =>
      [...bank.ledger.values()].map(({ valor }) => Number(valor.original.replace('.', ''))),
    descriptionOf: async ({ gatewayChargeId }) =>
      bank.ledger.get(gatewayChargeId ?? '')?.solicitacaoPagador ?? '',
    descriptionLength: 140,
    close: async () => {},
  }));

  test('the list of payments passes too', async () => {
    const gateway = newGateway();
    const request = chargeRequest();
    const created = await gateway.create(request);
    if (!created.ok) throw new Error(created.detail);
    await bank.pay(created.charge.gatewayChargeId);
    const now = Date.now();
    expect(await gateway.findRecentPayments?.(new Date(now - 60_000), new Date(now + 60_000))).toMatchObject([
      { chargeId: request.chargeId, amountCents: 1500 },
    ]);
  });

  test('the judge is awake: neither a wrong request nor a wrong answer passes', async () => {
    const gateway = newGateway();
    const created = await gateway.create(chargeRequest());
    if (!created.ok) throw new Error(created.detail);
    const { gatewayChargeId } = created.charge;
    const asked = bank.requests.length;
    const wrong = await fetch(`${prism.url}/cob/${gatewayChargeId}`, {
      method: 'PUT',
      headers: { authorization: 'Bearer x', 'content-type': 'application/json' },
      body: JSON.stringify({ calendario: { expiracao: 60 }, valor: { original: 15 }, chave: KEY }),
    });
    expect(wrong.status).toBe(422);
    expect(bank.requests).toHaveLength(asked);

    const cob = bank.ledger.get(gatewayChargeId);
    if (!cob) throw new Error('no cob');
    Object.assign(cob, { status: 'PAGA' });
    await expect(gateway.find({ chargeId: '', gatewayChargeId })).rejects.toThrow(/answered 500/);
  });
});
