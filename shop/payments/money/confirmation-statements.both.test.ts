import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openAbacatePayShop, SECRET, type AbacatePayShop } from '#test/abacatepay-shop.ts';
import { webhookBody } from '#test/providers/abacatepay-webhook.ts';
import { buy, checkOut } from '#test/purchases.ts';
import { receiveWebhook } from '../webhooks/receive-webhook.ts';

/**
 * From the webhook's arrival to the notice's end, `begin` and `commit` included (docs/decisions/few-round-trips.md).
 * This provider's answers name no amount, so what webhooks claim is looked up too.
 */
const MAX_STATEMENTS = 14;
let { bank, shop, close } = {} as AbacatePayShop;

beforeAll(async () => void ({ bank, shop, close } = await openAbacatePayShop()));
afterEach(() => void vi.restoreAllMocks());
afterAll(() => close());

/** Every text sent to PostgreSQL from now on. */
function listenToStatements(): string[] {
  const statements: string[] = [];
  const client = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
  const query = client.query;
  vi.spyOn(client, 'query').mockImplementation(function (this: unknown, ...given: unknown[]) {
    const [sent] = given;
    const text = typeof sent === 'string' ? sent : (sent as { text: string }).text;
    statements.push(text.replaceAll(/\s+/g, ' ').trim().slice(0, 120));
    return query.apply(this, given);
  });
  return statements;
}

// Both databases are sent the same statements; this listens where their texts pass by.
test.runIf(process.env.TEST_DATABASE === 'postgres')(
  'a confirmation takes no more statements than were counted when it was made short',
  async () => {
    const userId = await shop.createUser();
    const { orderId, charge } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [0, 1]) });
    const gatewayChargeId = charge.gateway_charge_id ?? '';
    await bank.pay(gatewayChargeId, { webhook: false });
    const paid = bank.ledger.get(gatewayChargeId);
    if (!paid) throw new Error('The bank does not know its own charge.');
    await shop.settled();

    const statements = listenToStatements();
    const received = await receiveWebhook(shop.ctx, {
      url: new URL(`http://localhost:3000/webhooks/abacatepay?webhookSecret=${SECRET}`),
      headers: { 'content-type': 'application/json' },
      rawBody: JSON.stringify(webhookBody({ charge: paid, eventId: 'log_counted' })),
    });
    await shop.settled();
    vi.restoreAllMocks();

    expect(received).toEqual({ ok: true, stored: 1 });
    const { status } = await shop.ctx.db
      .selectFrom('orders')
      .select('status')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    expect(status).toBe('pending');
    // Both ends, so that a way of sending that the test does not see cannot pass for few statements.
    expect(statements[0]).toMatch(/^insert into "webhook_events"/);
    expect(statements.filter((text) => /^(?:begin|commit)$/i.test(text))).toHaveLength(2);
    expect(statements.at(-1)).toMatch(/^update "webhook_events" set "processed_at"/);
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(MAX_STATEMENTS);
  },
);
