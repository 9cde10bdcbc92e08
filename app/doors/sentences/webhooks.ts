import type { changeWebhook, createWebhook } from '#shop/programs/webhooks/change-webhooks.ts';
import type { pingWebhook, resendDelivery } from '#shop/programs/webhooks/deliveries.ts';
import type { Sentences } from './sentences.ts';

export const WEBHOOK_REFUSALS = {
  bad_url: { at: 'url', says: 'Use um endereço público que comece com https://.' },
  too_many: 'Há webhooks demais. Exclua um que não é usado.',
  not_found: 'Este webhook já foi excluído.',
} satisfies Sentences<typeof createWebhook> & Sentences<typeof changeWebhook> & Sentences<typeof pingWebhook>;

export const DELIVERY_REFUSALS = {
  not_found: 'Este envio já saiu da lista: a loja guarda trinta dias.',
} satisfies Sentences<typeof resendDelivery>;
