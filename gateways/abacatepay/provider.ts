import { describeProvider } from '#shop/payments/gateway.ts';
import { oneOf, secret, service } from '../http/setting-schemas.ts';
import { createAbacatePay } from './create-abacate-pay.ts';

export const abacatePay = describeProvider({
  name: 'abacatepay',
  label: 'AbacatePay',
  variables: {
    ABACATEPAY_URL: [service, 'https://api.abacatepay.com'],
    ABACATEPAY_API_KEY: [secret, 'a chave mostrada no painel da AbacatePay'],
    ABACATEPAY_WEBHOOK_SECRET: [secret, 'o segredo cadastrado junto com o webhook'],
    ABACATEPAY_API_VERSION: [oneOf('1', '2'), '1'],
  },
  read: (v, need) => ({
    baseUrl: v.ABACATEPAY_URL ?? 'https://api.abacatepay.com',
    apiKey: need('ABACATEPAY_API_KEY'),
    webhookSecret: need('ABACATEPAY_WEBHOOK_SECRET'),
    apiVersion: v.ABACATEPAY_API_VERSION === '2' ? (2 as const) : (1 as const),
  }),
  addresses: ({ baseUrl }) => ({ ABACATEPAY_URL: baseUrl }),
  create: (settings, { production }) => createAbacatePay({ ...settings, production }),
});
