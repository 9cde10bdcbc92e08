import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { WebhookDelivery, WebhookReading } from '#shop/payments/gateway.ts';
import { parseJson } from '../http/parse-json.ts';
import { entryOf, hashOf } from '../http/read-answer.ts';

const Id = z
  .union([z.string().regex(/^[\w.:-]{1,128}$/), z.int().nonnegative().transform(String)])
  .nullable()
  .catch(null);
const Text = z.string().max(100).nullable().catch(null);

const Event = z.object({
  id: Id,
  action: Text,
  type: Text,
  live_mode: z.boolean().nullable().catch(null),
  data: z
    .looseObject({ id: Id, external_reference: z.guid().nullable().catch(null) })
    .catch({ id: null, external_reference: null }),
});

/** Topics about a dispute. An order that is charged back is told under its own id as well. */
const DISPUTES: Record<string, 'chargeback' | 'claim'> = {
  topic_chargebacks_wh: 'chargeback',
  topic_claims_integration_wh: 'claim',
};

export interface WebhookSettings {
  webhookSecret: string;
  production: boolean;
}

/**
 * `x-signature` covers the order's id in the URL, the request's id and a time, not the body: a filter against
 * noise, and no proof of anything. Source: the provider's page on webhooks; its SDKs differ from it in the
 * case of the id (sdk-nodejs #439), so either is taken.
 */
export function readWebhook(settings: WebhookSettings, delivery: WebhookDelivery): WebhookReading {
  const urlId = delivery.url.searchParams.get('data.id');
  if (!isSigned(settings.webhookSecret, delivery, urlId)) return { ok: false, reason: 'unauthentic' };

  const event = Event.safeParse(parseJson(delivery.rawBody)).data;
  if (!event) return { ok: false, reason: 'malformed' };
  if (event.live_mode === false && settings.production) return { ok: false, reason: 'wrong_environment' };

  const id = Id.parse(urlId) ?? event.data.id;
  // The id of the address is signed, and a number in the body may be too long for one.
  const kind = entryOf(DISPUTES, event.type);
  if (kind && urlId !== null && /^\d{1,30}$/.test(urlId)) {
    const eventId = event.id ?? hashOf(event.type, event.action, urlId, event.data);
    const gatewayDisputeId = `${kind}:${urlId}`;
    const noCharge = { gatewayChargeId: null, chargeId: null, claimedAmountCents: null };
    return { ok: true, notices: [{ eventId, gatewayDisputeId, ...noCharge }] };
  }
  // Payments and plans: authentic, and no order. Orders' ids are upper-case at the API.
  if (id === null || !/^ORD/i.test(id)) return { ok: true, notices: [] };
  const gatewayChargeId = id.toUpperCase();
  const chargeId = event.data.id?.toUpperCase() === gatewayChargeId ? event.data.external_reference : null;
  return {
    ok: true,
    notices: [
      {
        // Two notices of one order differ in what they say of it: paid, then returned in part, then whole.
        eventId: event.id ?? hashOf(event.type, event.action, gatewayChargeId, event.data),
        gatewayChargeId,
        chargeId,
        // `find` names what was paid; what the body says is not even signed.
        claimedAmountCents: null,
      },
    ],
  };
}

function isSigned(secret: string, { headers }: WebhookDelivery, urlId: string | null): boolean {
  const parts = new Map(
    (headers['x-signature'] ?? '').split(',').map((part) => {
      const [name = '', ...value] = part.split('=');
      return [name.trim(), value.join('=').trim()] as const;
    }),
  );
  const ts = parts.get('ts') ?? '';
  const given = parts.get('v1') ?? '';
  // Seconds or milliseconds: it is signed as it is written.
  if (!/^\d{10,13}$/.test(ts) || !/^[0-9a-f]{64}$/i.test(given)) return false;
  const requestId = headers['x-request-id'];
  const ids = urlId === null ? [null] : [urlId, urlId.toLowerCase(), urlId.toUpperCase()];
  return ids
    .map((id) => {
      const manifest = [
        ...(id === null ? [] : [`id:${id};`]),
        ...(requestId === undefined ? [] : [`request-id:${requestId};`]),
        `ts:${ts};`,
      ].join('');
      const expected = createHmac('sha256', secret).update(manifest).digest();
      return timingSafeEqual(expected, Buffer.from(given, 'hex'));
    })
    .includes(true);
}
