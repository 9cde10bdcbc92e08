import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyWebhook, WebhookRefused } from './verify-webhook.ts';

const secret = `whsec_${randomBytes(24).toString('base64')}`;
const body = JSON.stringify({
  type: 'order.paid',
  timestamp: '2026-11-25T12:00:00Z',
  data: { order: { id: 'ã' } },
});
const now = new Date('2026-11-25T12:00:00Z');
const at = String(now.getTime() / 1000);

const sign = (text = body, time = at, by = secret) =>
  `v1,${createHmac('sha256', Buffer.from(by.slice('whsec_'.length), 'base64'))
    .update(`msg_1.${time}.${text}`)
    .digest('base64')}`;
const headers = (more: Record<string, string> = {}) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': at,
  'webhook-signature': sign(),
  ...more,
});
const verify = (more?: Record<string, string>, text: string | Uint8Array = body) =>
  verifyWebhook(text, headers(more), secret, { now });

test('what the shop signed is read, as text, as bytes, and with the signatures of two secrets', () => {
  expect(verify().data).toEqual({ order: { id: 'ã' } });
  expect(verify({}, Buffer.from(body)).type).toBe('order.paid');
  expect(verifyWebhook(body, new Headers(headers()), secret, { now }).type).toBe('order.paid');
  const other = sign(body, at, `whsec_${randomBytes(24).toString('base64')}`);
  expect(verify({ 'webhook-signature': `${other} ${sign()}` }).type).toBe('order.paid');
});

test('the example of Standard Webhooks itself is right', () => {
  const event = verifyWebhook(
    '{"test": 2432232314}',
    {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    { now: new Date(1614265330_000) },
  );
  expect(event).toEqual({ test: 2432232314 });
});

test.each<[string, () => unknown]>([
  ['another body', () => verify({}, body.replace('paid', 'late'))],
  ['another id', () => verify({ 'webhook-id': 'msg_2' })],
  ['another time', () => verify({ 'webhook-timestamp': String(Number(at) + 1) })],
  [
    'a time that is too old',
    () =>
      verify({
        'webhook-timestamp': String(Number(at) - 301),
        'webhook-signature': sign(body, String(Number(at) - 301)),
      }),
  ],
  [
    'a time to come',
    () =>
      verify({
        'webhook-timestamp': String(Number(at) + 301),
        'webhook-signature': sign(body, String(Number(at) + 301)),
      }),
  ],
  ['no time', () => verify({ 'webhook-timestamp': 'now' })],
  ['a signature of another kind', () => verify({ 'webhook-signature': sign().replace('v1', 'v1a') })],
  ['an empty signature', () => verify({ 'webhook-signature': 'v1,' })],
  ['no signature', () => verify({ 'webhook-signature': '' })],
])('%s is refused', (_, act) => {
  expect(act).toThrow(WebhookRefused);
});
