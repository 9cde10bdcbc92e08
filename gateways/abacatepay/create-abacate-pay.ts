import type { PixGateway } from '#shop/payments/gateway.ts';
import { apiSettings, type Transport } from '../http/call-json.ts';
import { chargeWithV1 } from './charge-with-v1.ts';
import { chargeWithV2 } from './charge-with-v2.ts';
import { readWebhook } from './read-webhook.ts';

export interface AbacatePayOptions extends Transport {
  /** `https://api.abacatepay.com`, or a test double. */
  baseUrl: string;
  apiKey: string;
  /** The secret put into the webhook's URL as `?webhookSecret=`. */
  webhookSecret: string;
  /** `1`: `/v1/pixQrCode/*`; `2`: `/v2/transparents/*`, which can also refund. */
  apiVersion: 1 | 2;
  /** Refuses webhooks of the provider's test environment. */
  production: boolean;
}

/** AbacatePay. Throws at once on settings that could never work, without repeating a secret. */
export function createAbacatePay(options: AbacatePayOptions): PixGateway {
  const given = { gateway: 'abacatepay', variable: 'ABACATEPAY_API_KEY', token: options.apiKey };
  const api = apiSettings({ ...given, baseUrl: readBaseUrl(options.baseUrl) }, options);
  if (options.webhookSecret === '') {
    throw new Error('abacatepay: ABACATEPAY_WEBHOOK_SECRET is empty; anyone could then announce payments');
  }
  return {
    name: 'abacatepay',
    ...(options.apiVersion === 2 ? chargeWithV2 : chargeWithV1)(api),
    readWebhook: (delivery) => readWebhook(options, delivery),
  };
}

/** The provider's pages print the base both with and without the version. */
function readBaseUrl(baseUrl: string): string {
  const url = URL.parse(baseUrl);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search) {
    throw new Error('abacatepay: ABACATEPAY_URL must look like https://api.abacatepay.com');
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/v[12]$/, '');
}
