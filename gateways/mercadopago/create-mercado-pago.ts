import type { PixGateway } from '#shop/payments/gateway.ts';
import { apiSettings, type Transport } from '../http/call-json.ts';
import { chargeWithOrders, MINIMUM_TTL_SECONDS } from './charge-with-orders.ts';
import { findDispute } from './find-disputes.ts';
import { readWebhook } from './read-webhook.ts';
import { refundOrder } from './refund-order.ts';

export interface MercadoPagoOptions extends Transport {
  /** `https://api.mercadopago.com`, or a test double. */
  baseUrl: string;
  accessToken: string;
  /** The secret signature shown where the webhook is set up. */
  webhookSecret: string;
  /** Refuses webhooks of the provider's test environment. */
  production: boolean;
}

/** Mercado Pago's Orders API. Throws at once on settings that could never work, without repeating a secret. */
export function createMercadoPago(options: MercadoPagoOptions): PixGateway {
  const given = { gateway: 'mercadopago', variable: 'MERCADOPAGO_ACCESS_TOKEN', token: options.accessToken };
  const api = apiSettings({ ...given, baseUrl: options.baseUrl.replace(/\/+$/, '') }, options);
  if (options.webhookSecret === '') {
    throw new Error('mercadopago: MERCADOPAGO_WEBHOOK_SECRET is empty; anyone could then sign notices');
  }
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
