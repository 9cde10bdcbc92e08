import type { PixGateway } from '#shop/payments/gateway.ts';
import { chargeWithCob } from './charge-with-cob.ts';
import { listPayments } from './list-payments.ts';
import { openApi, type BankSettings } from './open-api.ts';
import { readWebhook } from './read-webhook.ts';
import { refundPix } from './refund-pix.ts';

export interface BacenOptions extends BankSettings {
  /** The receiver's Pix key. */
  chave: string;
  /** The secret in the webhook's address. */
  webhookToken: string;
  /** Stand in a BR Code that the bank leaves to us; cut to its 25 and 15 ASCII characters. */
  merchantName: string;
  merchantCity: string;
  now: () => Date;
}

/**
 * Any bank that offers the Central Bank's API Pix 2.x.
 * Throws at once on settings that could never work, without repeating a secret.
 */
export function createBacen(options: BacenOptions): PixGateway {
  if (options.webhookToken === '') {
    throw new Error('bacen: BACEN_PIX_WEBHOOK_TOKEN is empty; anyone could then announce payments');
  }
  const { chave: key, merchantCity, now } = options;
  const api = openApi(options);
  return {
    name: 'bacen',
    traits: { idempotentCreate: true, namesPaidAmount: true, refunds: 'partial', minimumTtlSeconds: 1 },
    ...chargeWithCob(api, {
      key,
      // The shop may be renamed while it runs.
      get merchantName() {
        return options.merchantName;
      },
      merchantCity,
      now,
    }),
    ...refundPix(api, key),
    findRecentPayments: (from, to) => listPayments(api, key, from, to),
    readWebhook: (delivery) => readWebhook({ token: options.webhookToken, key }, delivery),
  };
}
