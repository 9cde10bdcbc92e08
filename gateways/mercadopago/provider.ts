import { describeProvider } from '#shop/payments/gateway.ts';
import { secret, service } from '../http/setting-schemas.ts';
import { createMercadoPago } from './create-mercado-pago.ts';

export const mercadoPago = describeProvider({
  name: 'mercadopago',
  label: 'Mercado Pago',
  companyBase: '10573521',
  variables: {
    MERCADOPAGO_URL: [service, 'https://api.mercadopago.com'],
    MERCADOPAGO_ACCESS_TOKEN: [secret, 'o access token das credenciais de produção'],
    MERCADOPAGO_WEBHOOK_SECRET: [secret, 'a assinatura secreta mostrada em Webhooks'],
  },
  read: (v, need) => ({
    baseUrl: v.MERCADOPAGO_URL ?? 'https://api.mercadopago.com',
    accessToken: need('MERCADOPAGO_ACCESS_TOKEN'),
    webhookSecret: need('MERCADOPAGO_WEBHOOK_SECRET'),
  }),
  addresses: ({ baseUrl }) => ({ MERCADOPAGO_URL: baseUrl }),
  create: (settings, { production }) => createMercadoPago({ ...settings, production }),
});
