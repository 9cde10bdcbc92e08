import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBacenServer, type BacenServer } from '#test/providers/bacen-server.ts';
import { readBrCode } from '#test/providers/read-br-code.ts';
import { findDescription, startPrism } from '#test/providers/start-prism.ts';
import { chargeRequest } from '../contract-suite.ts';
import { createBacen } from './create-bacen.ts';

const description = findDescription('bacen-2.9.0.yaml');

// A bank that nobody here wrote: the answers are the examples in the Central Bank's own description.
describe.skipIf(!description)("the description's own examples (PIX_DESCRIPTIONS)", () => {
  let tokens: BacenServer;
  let prism: Awaited<ReturnType<typeof startPrism>>;
  beforeAll(async () => {
    tokens = await startBacenServer();
    prism = await startPrism(description, null);
  });
  afterAll(async () => {
    await prism.close();
    await tokens.close();
  });

  /** @param prefer which of the documented answers is wanted. */
  function newGateway(prefer = '', chave = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906') {
    return createBacen({
      baseUrl: prism.url,
      tokenUrl: tokens.tokenUrl,
      clientId: 'Client_Id_teste',
      clientSecret: 'Client_Secret_teste',
      tokenStyle: 'basic',
      scopes: '',
      certificate: null,
      ca: null,
      extraQuery: {},
      extraHeaders: prefer ? { prefer } : {},
      chave,
      webhookToken: 'token',
      merchantName: 'Fulgor',
      merchantCity: 'SAO PAULO',
      // Every example was made at this moment.
      now: () => new Date('2020-09-09T20:15:00.358Z'),
    });
  }

  const charge = { chargeId: '0190aaaa-bbbb-4ccc-8ddd-eeeeffff0000', gatewayChargeId: null };

  test('a charge is created; the example has no code, so its location becomes one', async () => {
    const created = await newGateway().create(chargeRequest({ amountCents: 3700 }));
    if (!created.ok) throw new Error(created.detail);
    expect(created.charge).toMatchObject({ status: 'pending', paidAmountCents: 0 });
    expect(created.charge.expiresAt).toEqual(new Date('2020-09-09T21:15:00.358Z'));
    expect(readBrCode(created.charge.pixCode).account.get('25')).toMatch(/^pix\.example\.com\/qr\//);
  });

  test('an answer over another amount or key than asked for is never handed on', async () => {
    const gateways = [newGateway().create(chargeRequest()), newGateway('', 'outra').create(chargeRequest())];
    for (const created of gateways) {
      await expect(created).rejects.toMatchObject({ outcome: 'unknown', retryable: false });
    }
  });

  test('a charge with its Pix is paid with what really came, and a refund under way has not gone yet', async () => {
    const gateway = newGateway('example=retorno2', '40a0932d-1918-4eee-845d-35a2da1690dc');
    expect(await gateway.find(charge)).toMatchObject({
      ok: true,
      charge: {
        gatewayChargeId: '655dfdb1a4514b8fbb58254b958913fb',
        status: 'paid',
        paidAmountCents: 11_000,
        chargedBackCents: 0,
      },
    });
  });

  test.each([
    ['code=403', { outcome: 'not_applied', retryable: false }],
    ['code=503', { outcome: 'unknown', retryable: true }],
  ])('the documented answer %s is an error that says what it did', async (prefer, error) => {
    await expect(newGateway(prefer).create(chargeRequest())).rejects.toMatchObject(error);
  });

  test("the documented refusal is an answer with the bank's reasons", async () => {
    const refused = await newGateway('code=400').create(chargeRequest());
    expect(refused).toMatchObject({ ok: false, reason: 'refused' });
    expect(refused.ok ? '' : refused.detail).toMatch(/^CobOperacaoInvalida: /);
  });

  test('what is not found is not found', async () => {
    expect(await newGateway('code=404').find(charge)).toEqual({ ok: false, reason: 'not_found' });
    expect(await newGateway('code=404').cancel(charge)).toEqual({ ok: false, reason: 'not_found' });
  });

  test('the documented list of payments is read', async () => {
    const day = [new Date('2020-04-01T00:00:00Z'), new Date('2020-04-01T23:59:59Z')] as const;
    const payments = await newGateway().findRecentPayments?.(...day);
    expect(payments?.map(({ amountCents }) => amountCents)).toEqual([10_000, 20_000, 20_000]);
  });

  test('a refund under way is looked up', async () => {
    const gatewayRefundId = `E${'1'.repeat(31)}:123456`;
    expect(await newGateway().findRefund({ charge, refundId: 'x', gatewayRefundId })).toMatchObject({
      ok: true,
      status: 'processing',
    });
  });
});
