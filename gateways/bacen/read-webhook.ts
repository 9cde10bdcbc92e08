import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { WebhookDelivery, WebhookNotice, WebhookReading } from '#shop/payments/gateway.ts';
import { parseJson } from '../http/parse-json.ts';
import { isSameSecret } from '../http/read-answer.ts';
import { chargeIdOf } from './charge-txid.ts';
import { isSameKey } from './read-cob.ts';

export interface WebhookSettings {
  /** The secret in the webhook's address. */
  token: string;
  /** The receiver's Pix key. */
  key: string;
}

/** Ids become database keys: what does not look like one is no id. */
const Item = z.object({
  endToEndId: z.string().regex(/^[a-zA-Z0-9]{1,64}$/),
  txid: z.string(),
  chave: z.string().nullish(),
  devolucoes: z.array(z.object({ id: z.string().max(64), status: z.string().max(64) })).nullish(),
});

const Batch = z.looseObject({ pix: z.array(z.unknown()).optional() });

/**
 * A callback is only a trigger: another customer of the same bank can point the webhook of *their* key at
 * our address (bacen/pix-api issues 239 and 241). So the token in the address is the proof of the sender,
 * Pix for other keys or of other systems on the same key are passed over, and of the rest only the txid is kept.
 */
export function readWebhook(settings: WebhookSettings, delivery: WebhookDelivery): WebhookReading {
  if (!givenTokens(delivery.url).some((token) => isSameSecret(token, settings.token))) {
    return { ok: false, reason: 'unauthentic' };
  }
  // Banks try the address with an empty body or a message of their own before they register it.
  if (delivery.rawBody.trim() === '') return { ok: true, notices: [] };
  const batch = Batch.safeParse(parseJson(delivery.rawBody)).data;
  if (!batch) return { ok: false, reason: 'malformed' };
  return { ok: true, notices: (batch.pix ?? []).flatMap((item) => readNotice(settings, item)) };
}

/** An item that cannot be read must not lose the others of its batch; the sweep finds its payment. */
function readNotice(settings: WebhookSettings, item: unknown): WebhookNotice[] {
  const pix = Item.safeParse(item).data;
  const chargeId = pix ? chargeIdOf(pix.txid) : null;
  if (!pix || !chargeId || (pix.chave != null && !isSameKey(pix.chave, settings.key))) return [];
  return [
    {
      eventId: eventIdOf(pix),
      gatewayChargeId: pix.txid,
      chargeId,
      // Not needed: GET /cob/{txid} names what was really paid.
      claimedAmountCents: null,
    },
  ];
}

/** One Pix is announced again when a refund of it comes to an end: that is another event. */
function eventIdOf({ endToEndId, devolucoes }: z.infer<typeof Item>): string {
  if (!devolucoes?.length) return endToEndId;
  const states = devolucoes.map(({ id, status }) => `${id}=${status}`).sort((a, b) => (a < b ? -1 : 1));
  const digest = createHash('sha256').update(JSON.stringify(states)).digest('hex');
  return `${endToEndId}:${digest.slice(0, 32)}`;
}

/**
 * `?token=SECRET` or `/webhooks/bacen/SECRET`. The bank appends "/pix" to the address as text, which lands
 * in the query's last value when there is a query.
 */
function givenTokens(url: URL): string[] {
  const inQuery = url.searchParams.get('token')?.replace(/\/pix$/, '');
  const [, inPath] = /^\/webhooks\/bacen\/([^/]+)(?:\/pix)?$/.exec(url.pathname) ?? [];
  return [inQuery, decode(inPath)].filter((token) => token !== undefined);
}

function decode(text: string | undefined): string | undefined {
  try {
    return text && decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
