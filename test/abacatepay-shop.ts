import { createAbacatePay } from '#gateways/abacatepay/create-abacate-pay.ts';
import { createTestContext, type TestContext } from './context.ts';
import { startAbacatePayServer, type AbacatePayServer } from './providers/abacatepay-server.ts';

export const SECRET = 'segredo-do-webhook-1234567890';
const apiKey = 'chave-de-teste';

export interface AbacatePayShop {
  bank: AbacatePayServer;
  shop: TestContext;
  close(): Promise<void>;
}

/** A shop that is paid through AbacatePay's first API, and the provider's double. */
export async function openAbacatePayShop(ask: typeof fetch = fetch): Promise<AbacatePayShop> {
  const bank = await startAbacatePayServer({ apiKey });
  const settings = { baseUrl: bank.url, apiKey, webhookSecret: SECRET, timeoutMs: 5_000, fetch: ask };
  const shop = await createTestContext({
    gateway: () => createAbacatePay({ ...settings, apiVersion: 1, production: false }),
  });
  return {
    bank,
    shop,
    async close() {
      await shop.close();
      await bank.close();
    },
  };
}
