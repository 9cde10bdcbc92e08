import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startMercadoPagoServer, type MercadoPagoServer } from '#test/providers/mercadopago-server.ts';
import { chargeRequest } from '../contract-suite.ts';
import { createMercadoPago } from './create-mercado-pago.ts';

let server: MercadoPagoServer;
beforeEach(async () => void (server = await startMercadoPagoServer({ accessToken: 'TEST-token' })));
afterEach(() => server.close());

const newGateway = () =>
  createMercadoPago({
    baseUrl: server.url,
    accessToken: 'TEST-token',
    webhookSecret: 'segredo',
    production: false,
    timeoutMs: 2_000,
  });

async function disputed(kind: 'chargeback' | 'claim') {
  const request = chargeRequest();
  const created = await newGateway().create(request);
  if (!created.ok) throw new Error(created.detail);
  const id = created.charge.gatewayChargeId;
  await server.pay(id);
  await server.dispute(id, kind);
  const order = server.ledger.get(id)!;
  const disputeId = kind === 'claim' ? `claim:${order.claim?.id}` : `chargeback:${order.chargeback?.caseId}`;
  const find = async () => {
    const found = await newGateway().findDispute?.(disputeId);
    if (!found?.ok) throw new Error('not found');
    return found;
  };
  return { chargeId: request.chargeId, id, order, disputeId, find };
}

describe('a chargeback', () => {
  test('has its deadline, its reason and our charge, and ends as its payment says', async () => {
    const { chargeId, id, order, disputeId, find } = await disputed('chargeback');
    expect(await find()).toEqual({
      ok: true,
      dispute: {
        gatewayDisputeId: disputeId,
        state: 'open',
        openedAt: order.chargeback?.createdAt,
        answerBy: order.chargeback?.deadline,
        reason: 'general',
      },
      charge: { chargeId, gatewayChargeId: null },
    });
    await server.decide(id, 'won');
    expect(await find()).toMatchObject({ dispute: { state: 'won' } });
    order.status_detail = 'settled';
    expect(await find()).toMatchObject({ dispute: { state: 'lost' } });
    order.status_detail = 'something_new';
    expect(await find()).toMatchObject({ dispute: { state: 'open' } });
  });

  test('without a word about the payment ends as its cover says', async () => {
    const { order, find } = await disputed('chargeback');
    order.status = 'processed';
    expect(await find()).toMatchObject({ dispute: { state: 'open' } });
    order.status_detail = 'reimbursed';
    expect(await find()).toMatchObject({ dispute: { state: 'won' } });
    order.status_detail = 'settled';
    expect(await find()).toMatchObject({ dispute: { state: 'lost' } });
  });

  test('of an order that names no case is shown by the order alone', async () => {
    const { chargeId, id, order } = await disputed('chargeback');
    order.chargeback = null;
    const find = () => newGateway().find({ chargeId, gatewayChargeId: id });
    const shown = (state: string) => ({
      charge: { disputes: [{ gatewayDisputeId: null, state, answerBy: null }] },
    });
    expect(await find()).toMatchObject(shown('open'));
    order.status_detail = 'settled';
    expect(await find()).toMatchObject(shown('lost'));
    Object.assign(order, { status: 'processed', status_detail: 'accredited' });
    expect(await find()).toMatchObject(shown('won'));
  });
});

describe('a claim', () => {
  test('has the earliest day by which the seller must act, and ends as it benefits', async () => {
    const { chargeId, id, order, disputeId, find } = await disputed('claim');
    expect(await find()).toEqual({
      ok: true,
      dispute: {
        gatewayDisputeId: disputeId,
        state: 'open',
        openedAt: order.claim?.createdAt,
        answerBy: order.claim?.deadline,
        reason: 'PDD9939',
      },
      charge: { chargeId, gatewayChargeId: null },
    });
    await server.decide(id, 'lost');
    expect(await find()).toMatchObject({ dispute: { state: 'lost' } });
    order.claim!.benefited = 'respondent';
    expect(await find()).toMatchObject({ dispute: { state: 'won' } });
  });

  test('of a payment of another system names no charge of ours', async () => {
    const { order, find } = await disputed('claim');
    order.external_reference = 'pedido-7';
    expect(await find()).toMatchObject({ charge: { chargeId: null, gatewayChargeId: null } });
  });
});

test('a provider that refuses or fails gives no answer, and the shop asks again', async () => {
  const { disputeId } = await disputed('claim');
  for (const status of [400, 403, 500]) {
    server.failNext({ status }, 10);
    await expect(newGateway().findDispute?.(disputeId)).rejects.toMatchObject({ name: 'GatewayError' });
    await server.close();
    server = await startMercadoPagoServer({ accessToken: 'TEST-token' });
  }
});
