import type { PixGateway } from '#shop/payments/gateway.ts';
import { chargeWithOrders, MINIMUM_TTL_SECONDS } from './charge-with-orders.ts';
import { findDispute } from './find-disputes.ts';
import { readWebhook } from './read-webhook.ts';
import { refundOrder } from './refund-order.ts';

export interface MercadoPagoOptions {
  /** `https://api.mercadopago.com`, or a test double. */
  baseUrl: string;
  accessToken: string;
  /** The secret signature shown where the webhook is set up. */
  webhookSecret: string;
  /** Refuses webhooks of the provider's test environment. */
  production: boolean;
  fetch?: typeof fetch;
  timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;

/** Mercado Pago's Orders API. Throws at once on settings that could never work, without repeating a secret. */
export function createMercadoPago(options: MercadoPagoOptions): PixGateway {
  // A line break in the token would be quoted by the error that `fetch` throws for a bad header.
  if (!/^[\x21-\x7e]+$/.test(options.accessToken)) {
    throw new Error('mercadopago: MERCADOPAGO_ACCESS_TOKEN is empty or holds spaces, line breaks or accents');
  }
  if (options.webhookSecret === '') {
    throw new Error('mercadopago: MERCADOPAGO_WEBHOOK_SECRET is empty; anyone could then sign notices');
  }
  const api = {
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    token: options.accessToken,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    fetch: options.fetch ?? fetch,
  };
  const { findOrder, ...charges } = chargeWithOrders(api);
  return {
    name: 'mercadopago',
    traits: {
      idempotentCreate: true,
      namesPaidAmount: true,
      refunds: 'partial',
      minimumTtlSeconds: MINIMUM_TTL_SECONDS,
    },
    ...charges,
    ...refundOrder(api, { findOrder, ...charges }),
    findDispute: (gatewayDisputeId) => findDispute(api, gatewayDisputeId),
    readWebhook: (delivery) => readWebhook(options, delivery),
  };
}
