import { expect, test } from 'vitest';
import { chargeRequest } from '#gateways/contract-suite.ts';
import { Metrics } from '#shop/metrics/metrics.ts';
import { NO_TRACING } from '#shop/tracing.ts';
import { createLog } from './config/log.ts';
import { parseEnv } from './config/env.ts';
import { createGateways } from './gateway.ts';

test.each([
  { keys: ['mercadopago'], isLeftAlone: true },
  { keys: ['mercadopago', 'abacatepay'], isLeftAlone: false },
])('of two in the order, with the keys of $keys, the breaker opens: $isLeftAlone', async (given) => {
  const env = parseEnv({
    PIX_GATEWAY: 'mercadopago',
    MERCADOPAGO_URL: 'http://127.0.0.1:9',
    MERCADOPAGO_ACCESS_TOKEN: 'TEST-token-de-teste',
    MERCADOPAGO_WEBHOOK_SECRET: 'segredo-do-webhook-1234567890',
    ...(given.keys.includes('abacatepay') && {
      ABACATEPAY_API_KEY: 'chave-de-teste',
      ABACATEPAY_WEBHOOK_SECRET: 'segredo-do-webhook-1234567890',
    }),
  });
  const pixGateways = { order: ['mercadopago', 'abacatepay'], paused: [] };
  const { gateway } = await createGateways(
    { ...env, authSecret: '' },
    {
      now: () => new Date(),
      log: createLog({ level: 'error', write: () => {} }),
      settings: { brandName: 'Loja', pixGateways },
      metrics: new Metrics(),
      tracing: NO_TRACING,
    },
  );
  const create = () =>
    gateway.create(chargeRequest()).then(
      () => 'created',
      (error: Error) => error.message,
    );
  for (let n = 0; n < 5; n++) expect(await create()).not.toContain('not asked');
  expect((await create()).includes('not asked')).toBe(given.isLeftAlone);
});
