import { z } from 'zod';
import type { WebhookDelivery, WebhookReading } from '#shop/payments/gateway.ts';
import { parseJson } from '../http/parse-json.ts';
import { hashOf, isSameSecret } from '../http/read-answer.ts';

/** Ids become database keys and query values: what does not look like one is no id. */
const Id = z
  .string()
  .regex(/^[\w.:-]{1,128}$/)
  .nullable()
  .catch(null);
const OwnId = z.guid().nullable().catch(null);
const Cents = z.int().nonnegative().nullable().catch(null);
const Flag = z.boolean().nullable().catch(null);
const Status = z.string().nullable().catch(null);
const Metadata = z.object({ externalId: OwnId }).nullable().catch(null);
const chargeFields = {
  id: Id,
  amount: Cents,
  status: Status,
  devMode: Flag,
  externalId: OwnId,
  metadata: Metadata,
};

/** v2's `transparent`, `{payment, pixQrCode}` of v1, or the flat `data` of its newer page: every field of it may be missing. */
const Event = z.object({
  id: Id,
  event: z.string().min(1).max(100),
  devMode: Flag,
  data: z.object({
    ...chargeFields,
    payment: z.object({ amount: Cents }).nullable().catch(null),
    pixQrCode: z.object(chargeFields).nullable().catch(null),
    transparent: z
      .object({ ...chargeFields, paidAmount: Cents })
      .nullable()
      .catch(null),
  }),
});

export interface WebhookSettings {
  webhookSecret: string;
  production: boolean;
}

/**
 * The secret in the URL is the only proof. `X-Webhook-Signature` is not looked at: its HMAC key is printed
 * in the provider's documentation, the same for every shop, so anyone can sign anything.
 * Source: AbacatePay/documentation, webhooks.
 */
export function readWebhook(settings: WebhookSettings, delivery: WebhookDelivery): WebhookReading {
  const secret = delivery.url.searchParams.get('webhookSecret') ?? '';
  if (!isSameSecret(secret, settings.webhookSecret)) return { ok: false, reason: 'unauthentic' };

  const event = Event.safeParse(parseJson(delivery.rawBody)).data;
  if (!event) return { ok: false, reason: 'malformed' };

  const { data } = event;
  const charge = data.transparent ?? data.pixQrCode ?? data;
  const devMode = event.devMode ?? charge.devMode ?? data.devMode;
  if (devMode === true && settings.production) return { ok: false, reason: 'wrong_environment' };

  // v2's examples call `char_…` what its create call answered as `pix_char_…`.
  const gatewayChargeId = charge.id?.replace(/^char_/, 'pix_char_') ?? null;
  const chargeId = charge.externalId ?? charge.metadata?.externalId ?? null;
  // Withdrawals and the like: authentic, and about no charge.
  if (gatewayChargeId === null && chargeId === null) return { ok: true, notices: [] };

  // Some examples of the provider omit the event's id.
  const eventId = event.id ?? hashOf(event.event, gatewayChargeId ?? chargeId, charge.status);
  const isPaid = event.event.endsWith('.paid') || event.event === 'transparent.completed';
  const paidCents = data.transparent?.paidAmount ?? data.payment?.amount ?? charge.amount;
  const claimedAmountCents = isPaid ? paidCents : null;
  return { ok: true, notices: [{ eventId, gatewayChargeId, chargeId, claimedAmountCents }] };
}
