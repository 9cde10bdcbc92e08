import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { GatewayError, type WebhookNotice } from '#shop/payments/gateway.ts';
import { receiveWebhook } from '#shop/payments/webhooks/receive-webhook.ts';
import { sweepCharges } from '#shop/payments/charges/sweep-charges.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy, checkOut } from '#test/purchases.ts';
import { collectGivenUpMails } from './collect-given-up-mails.ts';
import { decideGivenUp } from './decide-given-up.ts';
import { countGivenUp, listGivenUp } from './list-given-up.ts';

const DAY_SECONDS = 24 * 3600;
const DELIVERY = { url: new URL('http://localhost:3000/webhooks/simulator'), headers: {}, rawBody: '' };

let shop: TestContext;
let clerk: string;
let isDown = false;
let notice: WebhookNotice;

beforeAll(async () => {
  shop = await createTestContext({
    gateway: (_now, simulator) => ({
      ...simulator,
      find: async (reference) => {
        if (isDown)
          throw new GatewayError('simulator', 'find: away', { retryable: true, outcome: 'unknown' });
        return simulator.find(reference);
      },
      readWebhook: () => ({ ok: true, notices: [notice] }),
    }),
  });
  clerk = await shop.createUser('Equipe');
});
afterAll(() => shop.close());
beforeEach(() => void (isDown = false));

async function newOrder(skin: number) {
  const { orderId, charge } = await checkOut(shop.ctx, {
    userId: await shop.createUser(),
    purchase: buy(shop.ctx, [skin]),
  });
  return { orderId, chargeId: charge.id, gatewayChargeId: charge.gateway_charge_id! };
}

/** Receives one webhook and waits for its first try. @returns the event's id. */
async function announce(gatewayChargeId: string): Promise<string> {
  notice = { eventId: `of ${gatewayChargeId}`, gatewayChargeId, chargeId: null, claimedAmountCents: null };
  await receiveWebhook(shop.ctx, DELIVERY);
  await shop.settled();
  return (await readEvent()).id;
}

function readEvent() {
  return shop.ctx.db
    .selectFrom('webhook_events')
    .selectAll()
    .where('event_id', '=', notice.eventId)
    .executeTakeFirstOrThrow();
}

/** Moves the shop's clock from try to try until that many days are over. */
async function waitDays(days: number): Promise<void> {
  const end = shop.ctx.now().getTime() + days * DAY_SECONDS * 1000;
  for (let tries = 0; tries < 200; tries++) {
    const event = await readEvent();
    if (event.processed_at || event.given_up_at || event.next_try_at.getTime() > end) return;
    shop.passSeconds((event.next_try_at.getTime() - shop.ctx.now().getTime()) / 1000 + 0.1);
    await sweepCharges(shop.ctx);
  }
}

const decide = (id: string, decision: 'retry' | 'dismiss') =>
  decideGivenUp(shop.ctx, { actorUserId: clerk, id, decision });

async function statusOf(orderId: string) {
  const order = await shop.ctx.db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  return order.status;
}

// shows: threat 59
test('a webhook goes on for a week of silence, is then given up aloud, and staff have it tried again', async () => {
  const { orderId, chargeId, gatewayChargeId } = await newOrder(0);
  await shop.simulator.pay(chargeId);
  isDown = true;
  const id = await announce(gatewayChargeId);

  await waitDays(6.5);
  const { attempts, given_up_at } = await readEvent();
  expect(attempts).toBeGreaterThan(30);
  expect(given_up_at).toBeNull();
  expect(await listGivenUp(shop.ctx)).toEqual([]);

  await waitDays(1);
  expect(await listGivenUp(shop.ctx)).toMatchObject([
    { kind: 'webhook', id, what: 'simulator', orderId, canRetry: true },
  ]);
  expect(await countGivenUp(shop.ctx)).toEqual({ mail: 0, webhook: 1 });
  const { attempts: last } = await readEvent();
  expect(shop.logLines).toContainEqual({
    level: 'error',
    event: 'webhook.given_up',
    fields: { gateway: 'simulator', eventId: id, attempts: last, chargeId },
  });
  await sweepCharges(shop.ctx);
  expect((await readEvent()).attempts).toBe(last);

  // The provider still does not answer: the days are counted from the start again.
  expect(await decide(id, 'retry')).toEqual({ ok: true });
  await shop.settled();
  expect(await listGivenUp(shop.ctx)).toEqual([]);
  isDown = false;
  await waitDays(0.1);
  expect(await readEvent()).toMatchObject({ processed_at: expect.any(Date), given_up_at: null });
  expect(await statusOf(orderId)).toBe('pending');
  expect(await decide(id, 'retry')).toEqual({ ok: false, reason: 'not_found' });
});

test('a webhook of a charge that nobody here made waits for a person too, who may dismiss it', async () => {
  const id = await announce('a charge of somebody else');
  await waitDays(8);
  expect(await listGivenUp(shop.ctx)).toMatchObject([{ id, orderId: null }]);
  expect(await decide(id, 'dismiss')).toEqual({ ok: true });
  expect(await listGivenUp(shop.ctx)).toEqual([]);
  expect(await readEvent()).toMatchObject({ processed_at: expect.any(Date) });
  expect(await decide(id, 'dismiss')).toEqual({ ok: false, reason: 'not_found' });
});

test('a webhook that makes the shop itself fail keeps none of the others waiting', async () => {
  const bad = await announce('breaks the shop');
  const { chargeId } = await newOrder(1);
  await shop.ctx.db
    .updateTable('charges')
    .set({ gateway_charge_id: 'breaks the shop' })
    .where('id', '=', chargeId)
    .execute();
  const find = shop.ctx.gateway.find;
  shop.ctx.gateway.find = async () => {
    throw new Error('a fault of ours');
  };
  shop.passSeconds(3600);
  await sweepCharges(shop.ctx);
  shop.ctx.gateway.find = find;
  expect(shop.logLines).toContainEqual({
    level: 'error',
    event: 'webhook.failed',
    fields: expect.objectContaining({ eventId: bad }),
  });
  expect((await readEvent()).processed_at).toBeNull();
  await decide(bad, 'dismiss');
});

// shows: threat 59
test('a mail that no server took waits for a person, and leaves under its first id', async () => {
  const { orderId } = await createPaidOrder(shop, buy(shop.ctx, [2]));
  const link = 'https://arquivos.exemplo.com/2.zip';
  await shop.ctx.transaction(async (tx) => {
    await tx
      .updateTable('grants')
      .set({ state: 'delivered', waits_for: null, link, delivered_at: shop.ctx.now() })
      .where('order_id', '=', orderId)
      .execute();
    await shop.ctx.enqueue(tx, { name: 'mail-links-delivered', data: { orderId } });
    const data = { kind: 'reset-password', to: 'ana@exemplo.com', name: 'Ana', url: 'http://x' } as const;
    await shop.ctx.enqueue(tx, { name: 'mail-account', data });
  });
  await sql`update jobs.job set retry_limit = 0`.execute(shop.ctx.db);
  const { send } = shop.ctx.mailer;
  shop.ctx.mailer.send = async () => {
    throw new Error('no server');
  };
  await shop.work();
  await expect.poll(async () => (await readJobs()).filter(({ state }) => state !== 'failed')).toEqual([]);
  shop.ctx.mailer.send = send;
  const failed = await readJobs();

  expect(await collectGivenUpMails(shop.ctx)).toBe(failed.length);
  expect(await readJobs()).toEqual([]);
  const waiting = await listGivenUp(shop.ctx);
  expect(waiting.map(({ id }) => id).toSorted()).toEqual(failed.map(({ id }) => id).toSorted());
  const links = waiting.find(({ what }) => what === 'mail-links-delivered')!;
  expect(links).toMatchObject({ kind: 'mail', orderId, canRetry: true });
  expect(shop.logLines).toContainEqual({
    level: 'error',
    event: 'mail.given_up',
    fields: { mailId: links.id, mail: 'mail-links-delivered' },
  });

  expect(await decide(links.id, 'retry')).toEqual({ ok: true });
  await shop.settled();
  // The embedded database wakes the queue, so it may be on its way already.
  expect(await readJobs()).toEqual([
    {
      id: links.id,
      name: 'mail-links-delivered',
      data: { orderId },
      state: expect.stringMatching(/^(?:created|active|completed)$/),
    },
  ]);

  // Its link is dead: neither sent again nor kept with what it says about a person.
  const account = waiting.find(({ what }) => what === 'mail-account')!;
  expect(account.canRetry).toBe(false);
  const kept = await sql`select 1 from given_up_mails where data::text like '%ana@exemplo.com%'`.execute(
    shop.ctx.db,
  );
  expect(kept.rows).toEqual([]);
  expect(await decide(account.id, 'retry')).toEqual({ ok: false, reason: 'link_dead' });
  for (const { id } of await listGivenUp(shop.ctx)) await decide(id, 'dismiss');
  expect(await countGivenUp(shop.ctx)).toEqual({ mail: 0, webhook: 0 });
});

async function readJobs() {
  const { rows } = await sql<{ id: string; name: string; data: unknown; state: string }>`
    select id, name, data, state from jobs.job where name like 'mail-%' order by created_on, id`.execute(
    shop.ctx.db,
  );
  return rows;
}
