import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { buy, checkOut, customer, refusal, skinsOf } from '#test/purchases.ts';
import { startCharge } from '#shop/payments/charges/start-charge.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { cancelOwnOrder } from './cancel-order.ts';
import { placeOrder } from './place-order.ts';
import { resumeOrder } from './resume-order.ts';
import { unsealText } from '#shop/secrets/seal-text.ts';

let shop: TestContext;
beforeAll(async () => void (shop = await createTestContext()));
afterAll(() => shop.close());

const order = (userId: string, positions: number[], more: object = {}) =>
  placeOrder(shop.ctx, {
    userId,
    purchase: buy(shop.ctx, positions),
    customer,
    shownTotalCents: null,
    idempotencyKey: null,
    ...more,
  });

const readOrder = (orderId: string) =>
  shop.ctx.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();

// shows: threat 6, spec 1.1, spec 9.1
test('an order costs the server price of its skins, whatever is bought twice in one cart', async () => {
  const userId = await shop.createUser();
  const { orderId, charge } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [0, 1, 1, 0]) });
  const row = await readOrder(orderId);
  const items = await shop.ctx.db
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', '=', orderId)
    .execute();
  expect(row).toMatchObject({ status: 'awaiting_payment', total_cents: 3000, user_id: userId });
  expect(items.map((item) => item.price_cents)).toEqual([1500, 1500]);
  expect(charge).toMatchObject({ status: 'pending', amount_cents: 3000 });
  expect(charge.pix_code).toContain('br.gov.bcb.pix');
});

test('the tax id is sealed at rest and opens only with the key', async () => {
  const userId = await shop.createUser();
  const { orderId } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [2]) });
  const { customer_tax_id_sealed: sealed } = await readOrder(orderId);
  expect(sealed).not.toContain(customer.taxId);
  expect(unsealText(shop.ctx.settings.sealingKey, sealed)).toBe(customer.taxId);
  expect(() => unsealText(Buffer.alloc(32, 8), sealed)).toThrow();
});

// shows: threat 6
test('what is not for sale is refused and leaves nothing behind', async () => {
  const userId = await shop.createUser();
  const [skin] = skinsOf(shop.ctx, 0);
  const ofChampion = `lol:${skin!.championId}`;
  const tries = [`${ofChampion}:0`, `${ofChampion}:999`, 'lol:Nobody:1', 'lol:__proto__:1', 'file:cat:1'];
  for (const sku of tries) {
    expect(refusal(await order(userId, [], { purchase: { kind: 'skins', skins: [skin!, { sku }] } }))).toBe(
      'unknown_skin',
    );
  }
  expect(refusal(await order(userId, []))).toBe('no_items');
  const many = Array.from({ length: 101 }, (_, n) => ({ sku: `lol:X:${n}` }));
  expect(refusal(await order(userId, [], { purchase: { kind: 'skins', skins: many } }))).toBe(
    'too_many_items',
  );
  const left = await shop.ctx.db.selectFrom('orders').select('id').where('user_id', '=', userId).execute();
  expect(left).toEqual([]);
});

// shows: threat 1, purchase 1
test('a shown total that differs stops the order and creates nothing', async () => {
  const userId = await shop.createUser();
  for (const shownTotalCents of [1, 1499, 3000, 0, -1500]) {
    const result = await order(userId, [0], { shownTotalCents });
    expect(result).toEqual({ ok: false, reason: 'price_mismatch', totalCents: 1500 });
  }
  expect(await shop.ctx.db.selectFrom('orders').select('id').where('user_id', '=', userId).execute()).toEqual(
    [],
  );
  expect((await order(userId, [0], { shownTotalCents: 1500 })).ok).toBe(true);
});

// shows: threat 19
test('twenty simultaneous clicks with one key are one order, one charge, one answer', async () => {
  const userId = await shop.createUser();
  const results = await Promise.all(
    Array.from({ length: 20 }, () =>
      checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [3]), idempotencyKey: 'click' }),
    ),
  );
  expect(new Set(results.map((each) => each.orderId)).size).toBe(1);
  expect(new Set(results.map((each) => each.charge.pix_code)).size).toBe(1);
  expect(results.filter((each) => each.created)).toHaveLength(1);
  const charges = await shop.ctx.db
    .selectFrom('charges')
    .select('id')
    .where('order_id', '=', results[0]!.orderId)
    .execute();
  expect(charges).toHaveLength(1);
});

// shows: threat 19, purchase 5
test('twenty simultaneous clicks without a key are one order too', async () => {
  const userId = await shop.createUser();
  const results = await Promise.all(
    Array.from({ length: 20 }, () => checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [4, 5]) })),
  );
  expect(new Set(results.map((each) => each.charge.id)).size).toBe(1);
});

test('a key used for one purchase is refused for another', async () => {
  const userId = await shop.createUser();
  await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [0]), idempotencyKey: 'once' });
  expect(refusal(await order(userId, [1], { idempotencyKey: 'once' }))).toBe('key_reused');
});

// shows: threat 64, purchase 6
test('a key that met an open order means that order for ever: repeated, and refused for another purchase', async () => {
  const userId = await shop.createUser();
  const first = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [14]), idempotencyKey: 'a' });
  const met = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [14]), idempotencyKey: 'b' });
  expect(met.orderId).toBe(first.orderId);
  expect(refusal(await order(userId, [15], { idempotencyKey: 'b' }))).toBe('key_reused');
  await shop.simulator.pay(first.charge.id);
  await checkCharge(shop.ctx, first.charge.id);
  for (const idempotencyKey of ['a', 'b']) {
    expect(await order(userId, [14], { idempotencyKey })).toMatchObject({
      ok: true,
      created: false,
      order: { id: first.orderId, status: 'pending' },
      charge: { id: first.charge.id, mustCreate: false },
    });
  }
  expect(refusal(await order(userId, [14], { idempotencyKey: 'c' }))).toBe('already_owned');
});

// shows: purchase 6
test('one key for two purchases at once is one order, and the other purchase is refused', async () => {
  const userId = await shop.createUser();
  for (let round = 0; round < 5; round++) {
    const open = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [16 + round]) });
    const idempotencyKey = `corrida-${round}`;
    const [met, placed] = await Promise.all([
      order(userId, [16 + round], { idempotencyKey }),
      order(userId, [21 + round], { idempotencyKey }),
    ]);
    expect([met, placed].map(refusal).sort()).toEqual(['key_reused', 'none']);
    if (met.ok) expect(met.order.id).toBe(open.orderId);
    const keys = await shop.ctx.db
      .selectFrom('idempotency_keys')
      .select('order_id')
      .where('user_id', '=', userId)
      .where('key', '=', idempotencyKey)
      .execute();
    expect(keys).toHaveLength(1);
  }
});

/** Before each insert into the table. */
async function withTrigger(table: string, body: string, work: () => Promise<void>): Promise<void> {
  const { db } = shop.ctx;
  await sql`create or replace function meddle() returns trigger language plpgsql as ${sql.lit(body)}`.execute(
    db,
  );
  await sql`create trigger meddles before insert on ${sql.table(table)}
    for each row when (pg_trigger_depth() = 0) execute function meddle()`.execute(db);
  await work().finally(() => sql`drop trigger meddles on ${sql.table(table)}`.execute(db));
}

test('a key that another call binds just before means the order of that call', async () => {
  const userId = await shop.createUser();
  const other = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [14]) });
  const open = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [15]) });
  for (const [idempotencyKey, bound, answer] of [
    ['alheia', other.orderId, 'key_reused'],
    ['minha', open.orderId, 'none'],
  ] as const) {
    const body = `begin
      insert into idempotency_keys (user_id, key, order_id, created_at)
      values (new.user_id, new.key, '${bound}', new.created_at);
      return new;
    end`;
    await withTrigger('idempotency_keys', body, async () => {
      const result = await order(userId, [15], { idempotencyKey });
      expect(refusal(result)).toBe(answer);
      if (result.ok) expect(result).toMatchObject({ created: false, order: { id: open.orderId } });
    });
  }
});

test('an order that can neither be inserted nor found is tried five times', async () => {
  const userId = await shop.createUser();
  await sql`create sequence inserts`.execute(shop.ctx.db);
  const body = `begin
    if nextval('inserts') in (5, 11) then return new; end if;
    return null;
  end`;
  await withTrigger('orders', body, async () => {
    expect(await order(userId, [14])).toMatchObject({ ok: true, created: true });
    await expect(order(userId, [15])).rejects.toThrow('could neither be inserted nor found');
  });
});

test('details that are typed again count for the open order alone', async () => {
  const userId = await shop.createUser();
  const name = async (orderId: string) => (await readOrder(orderId)).customer_name;
  const open = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [0]), idempotencyKey: 'dados' });
  const other = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [1]) });
  const again = (typed: string) =>
    order(userId, [0], { idempotencyKey: 'dados', customer: { ...customer, name: typed } });
  await again('Bruna Corrigida');
  expect([await name(open.orderId), await name(other.orderId)]).toEqual(['Bruna Corrigida', customer.name]);
  await shop.simulator.pay(open.charge.id);
  await checkCharge(shop.ctx, open.charge.id);
  expect(await again('Bruna Tardia')).toMatchObject({ ok: true, order: { status: 'pending' } });
  expect(await name(open.orderId)).toBe('Bruna Corrigida');
});

test('the key of a cancelled order quotes nothing anew: it answers with its code, or that it is closed', async () => {
  const userId = await shop.createUser();
  const key = { idempotencyKey: 'cancelada' };
  const { orderId, charge } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [0]), ...key });
  expect(await cancelOwnOrder(shop.ctx, { userId, orderId })).toMatchObject({ ok: true });
  await shop.settled();
  const before = await readOrder(orderId);
  const again = () => order(userId, [0], { ...key, gift: { email: 'amiga@exemplo.com', message: null } });
  expect(await again()).toMatchObject({
    ok: true,
    order: { status: 'cancelled' },
    charge: { id: charge.id },
  });
  expect(await readOrder(orderId)).toEqual(before);
  await shop.ctx.db.deleteFrom('charges').where('order_id', '=', orderId).execute();
  expect(await again()).toEqual({ ok: false, reason: 'order_cancelled', status: 'cancelled' });
});

test('a key that the release before wrote on the order alone is known', async () => {
  const userId = await shop.createUser();
  const first = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [10]), idempotencyKey: 'velha' });
  await shop.ctx.db.deleteFrom('idempotency_keys').where('user_id', '=', userId).execute();
  expect(await order(userId, [10], { idempotencyKey: 'velha' })).toMatchObject({
    ok: true,
    order: { id: first.orderId },
  });
  expect(refusal(await order(userId, [11], { idempotencyKey: 'velha' }))).toBe('key_reused');
});

test('the same key of two customers is two orders', async () => {
  const [one, two] = [await shop.createUser(), await shop.createUser()];
  const first = await checkOut(shop.ctx, {
    userId: one,
    purchase: buy(shop.ctx, [0]),
    idempotencyKey: 'same',
  });
  const second = await checkOut(shop.ctx, {
    userId: two,
    purchase: buy(shop.ctx, [0]),
    idempotencyKey: 'same',
  });
  expect(first.orderId).not.toBe(second.orderId);
});

// shows: threat 7
test('a skin that is owned is refused by name before anything is charged', async () => {
  const userId = await shop.createUser();
  const { charge } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [6]) });
  await shop.simulator.pay(charge.id);
  await checkCharge(shop.ctx, charge.id);
  const skin = shop.ctx.catalog.current().skins[6];
  expect(await order(userId, [6, 7])).toEqual({ ok: false, reason: 'already_owned', skins: [skin?.name] });
});

test('an open order is not offered again once its skin was bought through another', async () => {
  const userId = await shop.createUser();
  await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [12, 13]) });
  const { charge } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [12]) });
  await shop.simulator.pay(charge.id);
  await checkCharge(shop.ctx, charge.id);
  expect(refusal(await order(userId, [12, 13]))).toBe('already_owned');
});

// shows: spec 9.2
test('the order is resumed with the same code, and with a new one after expiry', async () => {
  const userId = await shop.createUser();
  const { orderId, charge } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [8]) });
  const again = await resumeOrder(shop.ctx, { userId, orderId });
  expect(again).toMatchObject({ ok: true, charge: { id: charge.id, mustCreate: false } });

  shop.passSeconds(3601);
  const renewed = await resumeOrder(shop.ctx, { userId, orderId });
  if (!renewed.ok) throw new Error(renewed.reason);
  expect(renewed.charge).toMatchObject({ mustCreate: true });
  const started = await startCharge(shop.ctx, renewed.charge);
  expect(started.ok && started.charge.pixCode).toMatch(/^000201/);
  expect(started.ok && started.charge.id).not.toBe(charge.id);
});

test("somebody else's order cannot be resumed: it does not exist for them", async () => {
  const { orderId } = await checkOut(shop.ctx, {
    userId: await shop.createUser(),
    purchase: buy(shop.ctx, [9]),
  });
  const stranger = await shop.createUser();
  expect(await resumeOrder(shop.ctx, { userId: stranger, orderId })).toEqual({
    ok: false,
    reason: 'not_found',
  });
});

test('a free charge stays within R$ 1,00 and R$ 5.000,00', async () => {
  const userId = await shop.createUser();
  const free = (amountCents: number) =>
    order(userId, [], { purchase: { kind: 'free', amountCents, description: 'Doação' } });
  for (const amountCents of [0, 99, -100, 500_001])
    expect(refusal(await free(amountCents))).toBe('amount_out_of_range');
  const placed = await free(100);
  expect(placed.ok).toBe(true);
});

test('an open order keeps the price it was made for, unless the screen has read the price of today', async () => {
  const userId = await shop.createUser();
  const { orderId } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [20]) });
  await shop.ctx.db.updateTable('orders').set({ total_cents: 1400 }).where('id', '=', orderId).execute();
  expect(await order(userId, [20], { shownTotalCents: 1300 })).toEqual({
    ok: false,
    reason: 'price_mismatch',
    totalCents: 1400,
  });
  for (const shownTotalCents of [null, 1400]) {
    expect(await order(userId, [20], { shownTotalCents })).toMatchObject({
      ok: true,
      created: false,
      order: { id: orderId, total_cents: 1400 },
    });
  }
  expect(await order(userId, [20], { shownTotalCents: 1500 })).toMatchObject({
    ok: true,
    order: { id: orderId, total_cents: 1500 },
  });
});
