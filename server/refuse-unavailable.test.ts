import { expect, test } from 'vitest';
import { EnvError, parseEnv, type Env } from './env.ts';
import { refuseUnavailable } from './refuse-unavailable.ts';

const env = (source: Record<string, string>): Env => ({ ...parseEnv(source), authSecret: 'x' });
const abacatepay = { PIX_GATEWAY: 'abacatepay', ABACATEPAY_API_KEY: 'k', ABACATEPAY_WEBHOOK_SECRET: 's' };

const bacen = {
  PIX_GATEWAY: 'bacen',
  BACEN_PIX_URL: 'http://127.0.0.1:9/v2',
  BACEN_PIX_TOKEN_URL: 'http://127.0.0.1:9/oauth/token',
  BACEN_PIX_CLIENT_ID: 'a',
  BACEN_PIX_CLIENT_SECRET: 'b',
  BACEN_PIX_CHAVE: 'c',
  BACEN_PIX_WEBHOOK_TOKEN: 'd',
};

test.each([
  ['the defaults', {}],
  ['AbacatePay v1', abacatepay],
  [
    'Mercado Pago',
    { PIX_GATEWAY: 'mercadopago', MERCADOPAGO_ACCESS_TOKEN: 'a', MERCADOPAGO_WEBHOOK_SECRET: 'b' },
  ],
  ['AbacatePay v2', { ...abacatepay, ABACATEPAY_API_VERSION: '2' }],
  ['API Pix', bacen],
])('%s start', (_, source) => {
  expect(() => refuseUnavailable(env(source))).not.toThrow();
});

test.each([['WORKERS', { WORKERS: '2', DATABASE_URL: 'postgres://a@127.0.0.1/b' }]])(
  '%s, which this release cannot do, stops the boot instead of being ignored',
  (variable, source) => {
    try {
      refuseUnavailable(env(source));
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(EnvError);
      expect((error as EnvError).problems.map((problem) => problem.variable)).toEqual([variable]);
    }
  },
);
