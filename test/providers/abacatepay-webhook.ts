import { createHmac } from 'node:crypto';

export interface WebhookOverrides {
  url?: string;
  /** null: no `webhookSecret` in the query. */
  secret?: string | null;
  eventId?: string;
  event?: string;
  devMode?: boolean;
  /** What the body claims was paid. */
  amount?: number;
}

interface Delivery {
  url: string;
  secret: string;
  eventId: string;
  charge: { id: string; amount: number; status: string; devMode: boolean; platformFee: number };
}

/** Stands in for the key the provider prints in its docs: every shop has the same, so it proves nothing. */
export const PUBLISHED_WEBHOOK_KEY = 'the-same-published-key-for-every-shop';

/** The signature header of a delivery: base64 HMAC-SHA256 of the raw body. */
export function signWebhook(rawBody: string, key = PUBLISHED_WEBHOOK_KEY): string {
  return createHmac('sha256', key).update(rawBody).digest('base64');
}

/** The v1 body of `billing.paid`, which names neither metadata nor our own id. */
export function webhookBody(
  { charge, eventId }: Omit<Delivery, 'url' | 'secret'>,
  overrides: WebhookOverrides = {},
) {
  return {
    id: overrides.eventId ?? eventId,
    event: overrides.event ?? 'billing.paid',
    devMode: overrides.devMode ?? charge.devMode,
    data: {
      payment: { amount: overrides.amount ?? charge.amount, fee: charge.platformFee, method: 'PIX' },
      pixQrCode: { id: charge.id, amount: charge.amount, kind: 'PIX', status: charge.status },
    },
  };
}

/** Delivers once, as the provider does, and answers the receiver's status. */
export async function postWebhook(delivery: Delivery, overrides: WebhookOverrides): Promise<number> {
  const secret = overrides.secret === undefined ? delivery.secret : overrides.secret;
  const rawBody = JSON.stringify(webhookBody(delivery, overrides));
  return postSigned(overrides.url ?? delivery.url, secret, rawBody);
}

/** As the provider delivers, whichever version the body is of. `secret` null: none in the query. */
export async function postSigned(url: string, secret: string | null, rawBody: string): Promise<number> {
  const target = new URL(url);
  if (secret !== null) target.searchParams.set('webhookSecret', secret);
  const response = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-webhook-signature': signWebhook(rawBody) },
    body: rawBody,
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
  });
  await response.arrayBuffer();
  return response.status;
}

type V2Event = 'transparent.completed' | 'transparent.refunded' | 'transparent.disputed' | 'transparent.lost';

/** The v2 body: it names our own id, and what was really paid. */
export function webhookBodyV2(
  charge: { id: string; externalId: string | null; amount: number; paidAmount: number; devMode: boolean },
  {
    event = 'transparent.completed',
    ...changes
  }: { event?: V2Event; eventId?: string; amount?: number } = {},
) {
  return {
    ...(changes.eventId && { id: changes.eventId }),
    event,
    apiVersion: 2,
    devMode: charge.devMode,
    data: {
      transparent: {
        id: charge.id,
        externalId: charge.externalId,
        amount: charge.amount,
        paidAmount: changes.amount ?? charge.paidAmount,
        platformFee: 80,
        // The provider's examples say PAID in every one of these events.
        status: 'PAID',
        frequency: 'ONE_TIME',
        devMode: true,
        methods: ['PIX'],
        receiptUrl: 'https://app.abacatepay.test/receipt/1',
      },
      customer: { id: 'cust_1', name: 'Ana Souza', email: 'ana@example.com', taxId: '529.***.***-**' },
      payerInformation: { method: 'PIX', PIX: { name: 'Ana Souza', taxId: '529.***.***-**' } },
      ...(event !== 'transparent.completed' && { reason: 'requested_by_customer' }),
    },
  };
}
