import { describeProvider } from '#shop/payments/gateway.ts';
import { secret, service } from '../http/setting-schemas.ts';
import { createTemplate, NAME } from './create-template.ts';

/** What the shop knows of the template. It has no row in `gateways/all-gateways.ts`: nobody can choose it. */
export const template = describeProvider({
  name: NAME,
  label: 'Modelo',
  variables: {
    TEMPLATE_URL: [service, 'https://api.exemplo.com'],
    TEMPLATE_API_KEY: [secret, 'a chave mostrada no painel do provedor'],
    TEMPLATE_WEBHOOK_SECRET: [secret, 'o segredo mostrado junto com o webhook'],
  },
  read: (v, need) => ({
    baseUrl: v.TEMPLATE_URL ?? 'https://api.exemplo.com',
    apiKey: need('TEMPLATE_API_KEY'),
    webhookSecret: need('TEMPLATE_WEBHOOK_SECRET'),
  }),
  addresses: ({ baseUrl }) => ({ TEMPLATE_URL: baseUrl }),
  create: (settings) => createTemplate(settings),
});
