import { createHmac, randomBytes } from 'node:crypto';

/** 192 bits. It is shown once. */
export const drawSecret = () => `whsec_${randomBytes(24).toString('base64')}`;

/** The headers of one try, as Standard Webhooks has them: one signature for each secret. */
export function signDelivery(
  { webhookId, body, secrets }: { webhookId: string; body: string; secrets: readonly string[] },
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${webhookId}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': webhookId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
