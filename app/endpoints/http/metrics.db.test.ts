import { afterAll, beforeAll, expect, test } from 'vitest';
import { callRoute } from '#test/visitor/call-route.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { buy, checkOut } from '#test/purchases.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { loader } from './metrics.ts';

let shop: TestContext;
beforeAll(async () => void (shop = await createTestContext()));
afterAll(() => shop.close());

test('an outage shows in the metrics: what fails, what was given up, and how long the oldest has waited', async () => {
  await checkOut(shop.ctx, { userId: await shop.createUser(), purchase: buy(shop.ctx, [0]) });
  const at = shop.ctx.now();
  const event = { gateway: 'simulator', received_at: at, attempts: 2, waits_since: at };
  await shop.ctx.db
    .insertInto('webhook_events')
    .values([
      { ...event, event_id: 'fails' },
      { ...event, event_id: 'given up', given_up_at: at },
    ])
    .execute();
  await shop.ctx.transaction((tx) =>
    shop.ctx.enqueue(tx, { name: 'mail-payment-confirmed', data: { orderId: crypto.randomUUID() } }),
  );
  await shop.ctx.db
    .insertInto('given_up_mails')
    .values({ id: crypto.randomUUID(), name: 'mail-refund', data: null, since: at, given_up_at: at })
    .execute();
  shop.passSeconds(600);

  shop.ctx.settings.metricsToken = 'segredo';
  const request = new Request('http://localhost:3000/metrics', {
    headers: { Authorization: 'Bearer segredo' },
  });
  const answer = await callRoute(loader, { request, context: contextFor(shop.ctx, null) });
  const values = Object.fromEntries(
    (await answer.text())
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split(' ')),
  ) as Record<string, string>;
  expect(values).toMatchObject({
    fulgor_webhooks_failing: '1',
    'fulgor_given_up{kind="webhook"}': '1',
    'fulgor_given_up{kind="mail"}': '1',
    fulgor_charges_due: '1',
    'fulgor_jobs_waiting{queue="mail-payment-confirmed"}': '1',
    'fulgor_jobs_retrying{queue="mail-payment-confirmed"}': '0',
  });
  for (const name of [
    'fulgor_webhook_oldest_seconds',
    'fulgor_charge_due_oldest_seconds',
    'fulgor_job_oldest_seconds{queue="mail-payment-confirmed"}',
  ]) {
    expect(Number(values[name]), name).toBeGreaterThan(500);
  }
});
