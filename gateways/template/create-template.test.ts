import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startTemplateServer } from '#test/providers/template-server.ts';
import { describeGatewayContract } from '../contract-suite.ts';
import { createTemplate } from './create-template.ts';

const API_KEY = 'template-key-93f2';
const SECRET = 'webhook-secret-e7b1';

describeGatewayContract('the template', async () => {
  const server = await startTemplateServer(API_KEY);
  const closed = await startTemplateServer(API_KEY);
  await closed.close();
  const gatewayAt = (baseUrl: string) =>
    createTemplate({ baseUrl, apiKey: API_KEY, webhookSecret: SECRET, timeoutMs: 2_000 });
  const delivery = (chargeId: string, secret: string) => {
    const rawBody = JSON.stringify({ event_id: 'evt_1', reference: chargeId });
    const signature = createHmac('sha256', secret).update(rawBody).digest('hex');
    const url = new URL('https://loja.test/webhooks/template');
    return { url, headers: { 'x-signature': signature }, rawBody };
  };
  const chargeOf = (chargeId: string) => server.ledger.get(chargeId)!;
  return {
    gateway: gatewayAt(server.url),
    pay: async ({ chargeId }, amountCents) => server.pay(chargeId, amountCents),
    expire: async ({ chargeId }) => void (chargeOf(chargeId).status = 'expired'),
    chargedCents: async () => [...server.ledger.values()].map(({ amount }) => amount),
    refundedCents: async ({ chargeId }) =>
      [...chargeOf(chargeId).refunds.values()].map(({ amount }) => amount),
    descriptionOf: async ({ chargeId }) => chargeOf(chargeId).description,
    descriptionLength: 140,
    dispute: {
      open: async ({ chargeId }) => server.dispute(chargeId),
      decide: async ({ chargeId }, as) => server.decide(chargeId, as),
    },
    network: {
      failNext: server.failNext,
      unreachable: gatewayAt(closed.url),
      createCount: () => server.requests.filter(({ method }) => method === 'POST').length,
      refusalStatus: 422,
      secrets: [API_KEY, SECRET],
    },
    webhook: {
      paid: ({ chargeId }) => delivery(chargeId, SECRET),
      forged: ({ chargeId }) => [
        { ...delivery(chargeId, SECRET), headers: {} },
        delivery(chargeId, `${SECRET}x`),
        { ...delivery(chargeId, SECRET), rawBody: '{"event_id":"evt_2"}' },
      ],
    },
    close: server.close,
  };
});

test('the template holds what its page promises: a gateway in 150 lines of code', async () => {
  const source = await readFile(new URL('create-template.ts', import.meta.url), 'utf8');
  const code = source.split('\n').filter((line) => !/^\s*(?:$|\/\/|\/?\*)/.test(line));
  expect(code.length).toBeLessThanOrEqual(150);
});
