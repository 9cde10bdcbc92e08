import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAbacatePayServer, type AbacatePayServer } from '#test/providers/abacatepay-server.ts';
import { startAbacatePayV2Server, type AbacatePayV2Server } from '#test/providers/abacatepay-v2-server.ts';
import { findDescription, startPrism } from '#test/providers/start-prism.ts';
import { chargeRequest } from '../contract-suite.ts';
import { createAbacatePay } from './create-abacate-pay.ts';

const descriptionOf = (version: 1 | 2) => findDescription(`abacatepay-v${version}.yaml`);
const API_KEY = 'abc_dev_key_93f2';

/** The adapter's calls and our double's answers, both judged by the provider's own description of its API. */
function gatewayThroughPrism(prismUrl: string, version: 1 | 2) {
  return createAbacatePay({
    baseUrl: prismUrl,
    apiKey: API_KEY,
    webhookSecret: 'segredo',
    apiVersion: version,
    production: false,
    fetch: (url, init) => fetch((url as string).replace(`/v${version}/`, '/'), init),
  });
}

describe.skipIf(!descriptionOf(2))("v2 against the provider's description (PIX_DESCRIPTIONS)", () => {
  let server: AbacatePayV2Server;
  let prism: Awaited<ReturnType<typeof startPrism>>;
  beforeAll(async () => {
    server = await startAbacatePayV2Server({ apiKey: API_KEY });
    prism = await startPrism(descriptionOf(2), `${server.url}/v2`);
  });
  afterAll(async () => {
    await prism.close();
    await server.close();
  });

  test('a charge is created, found, listed, paid and refunded', async () => {
    const gateway = gatewayThroughPrism(prism.url, 2);
    const request = chargeRequest();
    const created = await gateway.create(request);
    if (!created.ok) throw new Error(created.detail);
    const charge = { chargeId: request.chargeId, gatewayChargeId: created.charge.gatewayChargeId };
    expect(await gateway.find(charge)).toMatchObject({ ok: true, charge: { status: 'pending' } });
    expect(await gateway.find({ ...charge, gatewayChargeId: null })).toMatchObject({ ok: true });
    await server.pay(charge.gatewayChargeId);
    const refund = { charge, refundId: 'r', amountCents: 1500, reason: 'Pago em duplicidade' };
    expect(await gateway.refund(refund)).toMatchObject({ ok: true, gatewayRefundId: expect.any(String) });
    expect(await gateway.refund({ ...refund, amountCents: 1 })).toMatchObject({ reason: 'not_refundable' });
    expect(await gateway.find(charge)).toMatchObject({ charge: { status: 'refunded' } });
    expect(server.requests.length).toBeGreaterThan(5);
  });

  test('a refused refund and a wrong key are answered as described', async () => {
    const gateway = gatewayThroughPrism(prism.url, 2);
    const request = chargeRequest();
    const created = await gateway.create(request);
    if (!created.ok) throw new Error(created.detail);
    const charge = { chargeId: request.chargeId, gatewayChargeId: created.charge.gatewayChargeId };
    expect(await gateway.refund({ charge, refundId: 'r', amountCents: 1500, reason: '' })).toMatchObject({
      detail: 'TRANSACTION_NOT_REFUNDABLE',
    });
    server.failNext({ status: 401 });
    await expect(gateway.find(charge)).rejects.toThrow(/ABACATEPAY_API_KEY/);
  });

  test('Prism does judge: an answer of another shape, and a body of the old version, do not pass', async () => {
    const gateway = gatewayThroughPrism(prism.url, 2);
    const created = await gateway.create(chargeRequest());
    if (!created.ok) throw new Error(created.detail);
    const { gatewayChargeId } = created.charge;
    Object.assign(server.ledger.get(gatewayChargeId)!, { status: 'PAGA' });
    await expect(gateway.find({ chargeId: 'x', gatewayChargeId })).rejects.toThrow(/500/);
    const flat = await fetch(`${prism.url}/transparents/create`, {
      method: 'POST',
      headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ amount: 1500 }),
    });
    expect(flat.status).toBe(422);
  });
});

describe.skipIf(!descriptionOf(1))("v1 against the provider's description (PIX_DESCRIPTIONS)", () => {
  let server: AbacatePayServer;
  let prism: Awaited<ReturnType<typeof startPrism>>;
  beforeAll(async () => {
    server = await startAbacatePayServer({ apiKey: API_KEY });
    prism = await startPrism(descriptionOf(1), `${server.url}/v1`);
  });
  afterAll(async () => {
    await prism.close();
    await server.close();
  });

  test('a charge is created, found and paid', async () => {
    const gateway = gatewayThroughPrism(prism.url, 1);
    const request = chargeRequest();
    const created = await gateway.create(request);
    if (!created.ok) throw new Error(created.detail);
    const charge = { chargeId: request.chargeId, gatewayChargeId: created.charge.gatewayChargeId };
    expect(await gateway.find(charge)).toMatchObject({ ok: true, charge: { status: 'pending' } });
    await server.pay(charge.gatewayChargeId);
    expect(await gateway.find(charge)).toMatchObject({ ok: true, charge: { status: 'paid' } });
  });
});
