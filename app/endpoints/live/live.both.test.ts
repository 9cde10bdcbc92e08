import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callRoute } from '#test/visitor/call-route.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { buy, checkOut } from '#test/purchases.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { grantStaff, revokeStaff } from '#shop/accounts/staff/grant-staff.ts';
import { openDatabase } from '#db/client.server.ts';
import { LIVE_CHANNEL } from '#shop/live/live-event.ts';
import { LiveHub } from '#shop/live/live-hub.ts';
import { createMemory } from '#shop/memory.ts';
import { loader } from './live.ts';

/** Of a listener that throws: the test fails. */
const fail = (error: unknown) => {
  throw error;
};

let shop: TestContext;
beforeAll(async () => void (shop = await createTestContext()));
afterAll(() => shop.close());

interface Stream {
  status: number;
  /** Everything received so far. */
  text(): string;
  ended(): boolean;
  /** Reads everything that was sent to a stream that did not read. */
  wakeUp(): Promise<void>;
  close(): void;
}

async function listen(
  userId: string | null,
  options: { lastEventId?: string; hub?: LiveHub; method?: string; isAsleep?: boolean } = {},
): Promise<Stream> {
  const request = new Request('http://localhost:3000/api/live', {
    method: options.method ?? 'GET',
    headers: options.lastEventId ? { 'last-event-id': options.lastEventId } : {},
  });
  const ctx = options.hub ? { ...shop.ctx, live: options.hub, memory: createMemory(shop.ctx.db) } : shop.ctx;
  const sessionId = randomUUID();
  if (userId !== null) {
    const expires_at = new Date(Date.now() + 3_600_000);
    await shop.ctx.db
      .insertInto('sessions')
      .values({
        id: sessionId,
        user_id: userId,
        token: sessionId,
        expires_at,
        ip_address: null,
        user_agent: null,
      })
      .execute();
  }
  const context = contextFor(ctx, userId, sessionId);
  const response = await callRoute(loader, { request, context });
  const reader = response.ok ? response.body?.getReader() : undefined;
  let text = '';
  let ended = false;
  async function read(): Promise<void> {
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read())
      text += new TextDecoder().decode(next.value);
    ended = true;
  }
  if (!options.isAsleep) void read();
  return {
    status: response.status,
    text: () => text,
    ended: () => ended,
    wakeUp: read,
    close: () => void reader?.cancel(),
  };
}

async function pay(userId: string, position: number): Promise<{ orderId: string; chargeId: string }> {
  const { orderId, charge } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [position]) });
  await shop.simulator.pay(charge.id);
  await checkCharge(shop.ctx, charge.id);
  return { orderId, chargeId: charge.id };
}

test('a visitor gets no stream', async () => {
  expect((await listen(null)).status).toBe(401);
});

// shows: threat 9, spec 4.8, spec 7.4
test("the buyer hears the payment and the order; another customer's stream stays silent", async () => {
  const [buyer, other] = [await shop.createUser(), await shop.createUser()];
  const mine = await listen(buyer);
  const theirs = await listen(other);
  const { orderId, chargeId } = await pay(buyer, 0);
  await expect.poll(mine.text).toContain(`event: payment\ndata: {"id":"${chargeId}","status":"paid"}\n\n`);
  await expect.poll(mine.text).toContain(`event: orders\ndata: {"id":"${orderId}","status":"pending"}\n\n`);
  // Events come in order: one that the stream must not get would have come before the next one.
  const foreign = await pay(other, 4);
  await expect.poll(theirs.text).toContain(foreign.orderId);
  expect(theirs.text()).not.toContain(orderId);
  expect(theirs.text()).not.toContain(chargeId);
  const later = await pay(buyer, 5);
  await expect.poll(mine.text).toContain(later.orderId);
  expect(mine.text()).not.toContain('staff-orders');
  mine.close();
  theirs.close();
});

// shows: threat 9, threat 22
test('staff hear staff-orders until the role is taken away, on the very same stream', async () => {
  const clerk = await createClerk(shop, 'delivery');
  const email = `${clerk}@exemplo.com`;
  const stream = await listen(clerk);
  const buyer = await shop.createUser();
  const first = await pay(buyer, 1);
  await expect.poll(stream.text).toContain(`event: staff-orders\ndata: {"id":"${first.orderId}"`);

  await revokeStaff(shop.ctx, { email }, null);
  const access = (await shop.events()).filter((event) => event.topic === `access:${clerk}`);
  expect(access).toHaveLength(2);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const second = await pay(buyer, 2);
  expect(await shop.events()).toContainEqual({
    topic: 'staff',
    event: 'staff-orders',
    data: { id: second.orderId, status: expect.any(String) },
  });
  // What the stream still hears comes after what it must not hear.
  const own = await pay(clerk, 3);
  await expect.poll(stream.text).toContain(own.orderId);
  expect(stream.text()).not.toContain(second.orderId);
  stream.close();
});

test('a stream tells what its role may read, from the moment the role changes', async () => {
  const [owner, clerk] = [await createClerk(shop), await createClerk(shop, 'finance')];
  const [all, some] = [await listen(owner), await listen(clerk)];
  const { publish, db } = shop.ctx;
  const progress = (done: number) =>
    publish(
      db,
      { topic: 'staff:catalog', event: 'catalog-import', data: { phase: 'champions', done, total: 9 } },
      { topic: 'staff', event: 'staff-orders', data: { id: `order-${done}`, status: 'pending' } },
    );
  await progress(1);
  for (const stream of [all, some]) await expect.poll(stream.text).toContain('order-1');
  expect(all.text()).toContain('"done":1');
  expect(some.text()).not.toContain('catalog-import');

  await grantStaff(shop.ctx, { userId: clerk }, owner, { role: 'owner' });
  await new Promise((resolve) => setTimeout(resolve, 50));
  await progress(2);
  await expect.poll(some.text).toContain('"done":2');
  await grantStaff(shop.ctx, { userId: clerk }, owner, { role: 'support' });
  await new Promise((resolve) => setTimeout(resolve, 50));
  await progress(3);
  await expect.poll(some.text).toContain('order-3');
  expect(some.text()).not.toContain('"done":3');
  all.close();
  some.close();
});

test('a reader that was away is told to fetch afresh', async () => {
  const userId = await shop.createUser();
  // Nothing happened while it listened: it has the id of the opening.
  const before = await listen(userId);
  await expect.poll(before.text).toMatch(/^id: \w+$/m);
  before.close();
  const [, lastEventId = ''] = /^id: (\w+)$/m.exec(before.text()) ?? [];
  const stream = await listen(userId, { lastEventId });
  await expect.poll(stream.text).toContain('event: refetch');
  stream.close();
});

// shows: threat 41
test('a sixth stream of one person is refused, and a closed one frees its place', async () => {
  const userId = await shop.createUser();
  const streams = await Promise.all(Array.from({ length: 6 }, () => listen(userId)));
  expect(streams.map((stream) => stream.status).toSorted((a, b) => a - b)).toEqual([
    200, 200, 200, 200, 200, 429,
  ]);
  for (const stream of streams) stream.close();
  const again = await listen(userId);
  expect(again.status).toBe(200);
  again.close();
});

test('whoever asks for the headers alone takes no place', async () => {
  const userId = await shop.createUser();
  for (let n = 0; n < 6; n++) expect((await listen(userId, { method: 'HEAD' })).status).toBe(200);
  const stream = await listen(userId);
  expect(stream.status).toBe(200);
  stream.close();
});

test('a reader that takes nothing for 32 KB is let go, and the place is free', async () => {
  const userId = await shop.createUser();
  const streams = await Promise.all(Array.from({ length: 5 }, () => listen(userId, { isAsleep: true })));
  const data = { id: 'x'.repeat(1_000) };
  for (let n = 0; n < 40; n++)
    shop.ctx.live.deliver(JSON.stringify({ topic: `user:${userId}`, event: 'orders', data }));
  await expect.poll(async () => (await listen(userId)).status).toBe(200);
  await streams[0]?.wakeUp();
  expect(streams[0]?.text().match(/event: orders/g)?.length).toBeLessThan(40);
});

test('streams end when the process is about to stop', async () => {
  const hub = new LiveHub(fail);
  const stream = await listen(await shop.createUser(), { hub });
  hub.announceStop();
  await expect.poll(stream.ended).toBe(true);
  const late = await listen(await shop.createUser(), { hub });
  await expect.poll(late.ended).toBe(true);
});

test('a payment confirmed in one process reaches a stream held by another', async ({ skip }) => {
  const { url } = shop;
  if (url === null) return skip('the embedded database has one process');
  const elsewhere = await openDatabase({ url, maxConnections: 2 });
  const hub = new LiveHub(fail);
  await elsewhere.listen(
    LIVE_CHANNEL,
    (payload) => hub.deliver(payload),
    () => {},
  );
  const buyer = await shop.createUser();
  const stream = await listen(buyer, { hub });
  const { chargeId } = await pay(buyer, 3);
  await expect.poll(stream.text).toContain(`{"id":"${chargeId}","status":"paid"}`);
  stream.close();
  await elsewhere.close();
});
