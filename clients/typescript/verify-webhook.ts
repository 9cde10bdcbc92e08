import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_SECONDS = 5 * 60;
const SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;

/** What came is not from the shop, or is too old to be believed. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
}

export interface WebhookEvent {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/**
 * The event of a webhook of the shop (Standard Webhooks). `body`: the bytes or the text as they came, before anything has
 * parsed them. Remember `webhook-id`: the same event may come more than once.
 * @throws WebhookRefused
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>,
  secret: string,
  { now = new Date() }: { now?: Date } = {},
): WebhookEvent {
  const read = (name: string): string => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name];
    if (typeof value !== 'string' || value === '') throw new WebhookRefused(`${name} is missing`);
    return value;
  };
  const [id, timestamp, signatures] = [
    read('webhook-id'),
    read('webhook-timestamp'),
    read('webhook-signature'),
  ];
  const [, encoded] = SECRET.exec(secret) ?? [];
  if (encoded === undefined) throw new TypeError('The secret is not of the form whsec_…');
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookRefused('webhook-timestamp is no time');
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS)
    throw new WebhookRefused('webhook-timestamp is too far from now');
  const expected = createHmac('sha256', Buffer.from(encoded, 'base64'))
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest();
  // Two of them for a day after the secret was changed. Each is compared, so that the time tells nothing.
  const matches = signatures.split(' ').map((signature) => {
    const [version, text = ''] = signature.split(',');
    const given = Buffer.from(text, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!matches.includes(true)) throw new WebhookRefused('no signature is right');
  return JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString('utf8')) as WebhookEvent;
}
