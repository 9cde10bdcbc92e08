import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './api.d.ts';

export { verifyWebhook, WebhookRefused } from './verify-webhook.ts';

/**
 * A client of the shop at `url`, with a key made in its panel: `flg_…`. Every call and every answer has the types of that
 * shop's description.
 */
export function createFulgor({ url, key }: { url: string; key: string }): Client<paths> {
  return createClient<paths>({
    baseUrl: url.replace(/\/$/, ''),
    headers: { Authorization: `Bearer ${key}` },
  });
}
