import { createPublicKey, verify } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy } from '#test/purchases.ts';
import { readTrust } from './show-trust.ts';
import { publicKeyOf } from './sign.ts';
import type { Trust } from './trust.ts';

/** A release counts as many as a large shop has. */
const ORDERS = process.env.RELEASE ? 100_000 : 1_500;
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

let shop: TestContext;
beforeAll(async () => void (shop = await createTestContext()));
beforeEach(() => void (shop.ctx.memory.trust = null));
afterAll(() => shop.close());

/** By other means than the shop's: the JSON of a value whose fields were sorted before. */
function bytesOf(trust: Trust): Buffer {
  const sorted = (_name: string, value: unknown): unknown =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  return Buffer.from(JSON.stringify({ ...trust, signature: undefined }, sorted));
}

function isSigned(trust: Trust): boolean {
  const x = publicKeyOf(shop.ctx.settings.sealingKey);
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, bytesOf(trust), key, Buffer.from(trust.signature, 'base64url'));
}

test('a shop with few orders says that it is new, tells no rates, and signs that too', async () => {
  await createPaidOrder(shop, buy(shop.ctx, [0]));
  const trust = await readTrust(shop.ctx);
  expect(trust).toMatchObject({ new_shop: true, paid_orders: 1, stars: { average: null, count: 0 } });
  expect(Object.keys(trust)).not.toContain('on_time');
  expect(isSigned(trust)).toBe(true);
  expect(isSigned({ ...trust, paid_orders: 2 })).toBe(false);
  // A count is told for twenty times as long as it took, and one count serves all who ask meanwhile.
  shop.ctx.memory.trust = null;
  const [one, other] = await Promise.all([readTrust(shop.ctx), readTrust(shop.ctx)]);
  expect(other).toBe(one);
});

test('a count that fails is tried again by the next who asks', async () => {
  const settings = { ...shop.ctx.settings, sealingKey: null as never };
  await expect(readTrust({ ...shop.ctx, settings })).rejects.toThrow();
  expect((await readTrust(shop.ctx)).paid_orders).toBe(1);
});

/** Every kind that counts or does not: by hand, as good as free, late, never sent, given back, taken back, a gift. */
async function fill(): Promise<void> {
  const { db } = shop.ctx;
  const now = shop.ctx.now().toISOString();
  const run = async (text: string) => {
    // Some thousands in a statement, which has eight seconds.
    for (let from = 1; from <= (text.includes('$from') ? ORDERS : 1); from += 10_000) {
      const to = Math.min(ORDERS, from + 9_999);
      await insert(text.replace('$from', String(from)).replace('$to', String(to)));
    }
  };
  const insert = (text: string) => sql.raw(text.replaceAll('$now', `'${now}'::timestamptz`)).execute(db);
  await run(`insert into users (id, name, email) select md5('u' || n)::uuid, 'Ana', 'conta' || n || '@exemplo.com'
    from generate_series(1, 50) n`);
  await run(`insert into orders (id, user_id, status, customer_name, customer_email, customer_cellphone,
      customer_tax_id_sealed, total_cents, discount_cents, description, fingerprint, created_at, paid_at, due_at,
      completed_at, cancelled_at, exchanged_at)
    select md5('o' || n)::uuid, md5('u' || (1 + n % 50))::uuid,
      case when n % 23 = 0 then 'cancelled' when n % 11 = 0 then 'pending' when n % 29 = 0 then 'awaiting_payment'
        else 'completed' end,
      'Ana', 'ana@exemplo.com', '11987654321', 'x', case when n % 17 = 0 then 100 else 1500 end,
      case when n % 17 = 0 then 1400 when n % 5 = 0 then 300 else 0 end, 'x', 'trust ' || n, paid - interval '1 minute',
      case when n % 29 = 0 and n % 23 <> 0 and n % 11 <> 0 then null else paid end,
      case when n % 7 = 0 then null else paid + interval '15 minutes' end,
      case when n % 23 = 0 or n % 11 = 0 or n % 29 = 0 then null else paid + (n % 19) * interval '70 seconds' end,
      case when n % 23 = 0 then paid + (n % 4) * interval '7 minutes' end,
      case when n % 31 = 0 then paid + interval '30 seconds' end
    from (select n, $now - (n % 97) * interval '11 hours' - interval '40 minutes' * (n % 3) as paid
      from generate_series($from, $to) n) as each`);
  await run(`insert into charges (id, order_id, gateway, gateway_charge_id, status, amount_cents, paid_amount_cents,
      created_at, expires_at, paid_at, charged_back_cents, charged_back_at)
    select md5('c' || n)::uuid, md5('o' || n)::uuid, case when n % 13 = 0 then 'manual' else 'simulator' end,
      'trust_' || n, case when n % 29 = 0 then 'expired' else 'paid' end, 1500,
      case when n % 29 = 0 then null else 1500 end, $now, $now, case when n % 29 = 0 then null else $now end,
      case when n % 41 = 0 then 1500 else 0 end, case when n % 41 = 0 then $now end
    from generate_series($from, $to) n`);
  await run(`insert into refunds (charge_id, order_id, amount_cents, reason, status, created_at, settled_at)
    select md5('c' || n)::uuid, md5('o' || n)::uuid, 500, 'staff',
      case when n % 2 = 0 then 'refunded' else 'failed' end, $now, $now
    from generate_series($from, $to) n where n % 9 = 0 and n % 29 <> 0 and n % 41 <> 0`);
  await run(`insert into disputes (order_id, charge_id, gateway, gateway_dispute_id, opened_at, reason, state, decided_at)
    select md5('o' || n)::uuid, md5('c' || n)::uuid, 'simulator', 'd' || n, $now, 'x',
      case when n % 2 = 0 then 'lost' else 'won' end, $now
    from generate_series($from, $to) n where n % 37 = 0`);
  // Reviewed are skins that came with all kinds of orders, and some that nobody owns any more.
  await run(`insert into order_items (id, order_id, position, sku, skin_name, champion_name, splash_art_url, price_cents,
      placed_at)
    select md5('i' || n)::uuid, md5('o' || (n + 49))::uuid, 0, 'lol:Ahri:1', 'x', 'Ahri', 'x', 1500, $now
    from generate_series(1, 50) n`);
  await run(`insert into grants (item_id, order_id, owner_id, is_shown, state, waits_for, sku, skin_name, champion_name,
      splash_art_url, added_at)
    select md5('i' || n)::uuid, md5('o' || (n + 49))::uuid, md5('u' || n)::uuid, n % 6 <> 0, 'waiting', 'staff',
      'lol:Ahri:1', 'x', 'Ahri', 'x', $now
    from generate_series(1, 50) n`);
  await run(`insert into reviews (user_id, sku, stars, text, created_at, updated_at, hidden_at,
      hidden_reason)
    select md5('u' || n)::uuid, 'lol:Ahri:1', 1 + n % 5, 'x', $now, $now, case when n % 4 = 0 then $now end,
      case when n % 4 = 0 then 'x' end
    from generate_series(1, 50) n`);
}

/** The same figures, row by row. */
async function recount(): Promise<Omit<Trust, 'signature' | 'generated_at'>> {
  const { db, settings } = shop.ctx;
  const now = shop.ctx.now().getTime();
  const orders = await db.selectFrom('orders').selectAll().execute();
  const charges = await db.selectFrom('charges').selectAll().execute();
  const refunds = await db.selectFrom('refunds').selectAll().execute();
  const disputes = await db.selectFrom('disputes').selectAll().execute();
  const reviews = await db.selectFrom('reviews').selectAll().execute();
  const grants = await db.selectFrom('grants').selectAll().where('is_shown', '=', true).execute();
  const own = new Set(
    charges
      .filter((charge) => charge.paid_at && charge.gateway !== 'manual')
      .map((charge) => charge.order_id),
  );
  const back = new Set([
    ...refunds.filter(({ status }) => status === 'refunded').map((refund) => refund.order_id),
    ...charges.filter((charge) => charge.charged_back_cents > 0).map((charge) => charge.order_id),
  ]);
  const lost = new Set([
    ...charges.filter((charge) => charge.charged_back_cents > 0).map((charge) => charge.order_id),
    ...disputes.filter(({ state }) => state === 'lost').map((dispute) => dispute.order_id),
  ]);
  const counted = orders.flatMap((order) => {
    const paidAt = order.paid_at?.getTime();
    if (paidAt === undefined || !own.has(order.id)) return [];
    if (order.discount_cents > 0 && order.total_cents <= 100) return [];
    const promised = order.due_at?.getTime() ?? paidAt + settings.promiseMinutes * MINUTE;
    const came = order.completed_at?.getTime();
    // Until when it could still have come.
    const end = order.status === 'pending' ? now : order.cancelled_at?.getTime();
    return [
      {
        id: order.id,
        day: new Date(paidAt - 3 * 60 * MINUTE).toISOString().slice(0, 10),
        paidAt,
        minutes: came === undefined ? null : (came - (order.exchanged_at?.getTime() ?? paidAt)) / MINUTE,
        isOnTime: came !== undefined && came <= promised,
        isDecided: came !== undefined || (end !== undefined && order.due_at !== null && promised < end),
      },
    ];
  });
  const waits = counted
    .flatMap(({ minutes }) => (minutes === null ? [] : [minutes]))
    .toSorted((a, b) => a - b);
  const at = (part: number) => {
    const place = (waits.length - 1) * part;
    const [low = 0, high = 0] = [waits[Math.floor(place)], waits[Math.ceil(place)]];
    return Number((low + (high - low) * (place % 1)).toFixed(1));
  };
  const share = (part: number, whole: number) => (whole === 0 ? null : Number((part / whole).toFixed(4)));
  const onTime = (some: typeof counted) =>
    share(some.filter(({ isOnTime }) => isOnTime).length, some.filter(({ isDecided }) => isDecided).length);
  const ids = new Set(counted.map(({ id }) => id));
  const bought = new Set(
    grants.filter((grant) => ids.has(grant.order_id)).map((grant) => `${grant.owner_id} ${grant.sku}`),
  );
  const stars = reviews
    .filter((review) => review.hidden_at === null && bought.has(`${review.user_id} ${review.sku}`))
    .map((review) => review.stars);
  const days = Array.from({ length: 30 }, (_, n) =>
    new Date(now - 3 * 60 * MINUTE - (29 - n) * DAY).toISOString().slice(0, 10),
  );
  return {
    since: new Date(Math.min(...counted.map(({ paidAt }) => paidAt))).toISOString(),
    paid_orders: counted.length,
    stars: {
      average: Number((stars.reduce((sum, each) => sum + each, 0) / stars.length).toFixed(2)),
      count: stars.length,
    },
    on_time: onTime(counted),
    minutes_p50: at(0.5),
    minutes_p95: at(0.95),
    refunded: share(counted.filter(({ id }) => back.has(id)).length, counted.length) ?? 0,
    disputes_lost: share(counted.filter(({ id }) => lost.has(id)).length, counted.length) ?? 0,
    by_day: days.map((day) => {
      const paid = counted.filter((each) => each.day === day);
      const decided = paid.filter(({ isDecided }) => isDecided).length;
      return { day, orders: paid.length, decided, on_time: onTime(paid) };
    }),
  };
}

test('the public figures are those that somebody counts row by row, and anybody can check who says so', async () => {
  await fill();
  const trust = await readTrust(shop.ctx);
  expect({ ...trust, signature: undefined, generated_at: undefined }).toEqual(await recount());
  expect(trust.paid_orders).toBeGreaterThan(ORDERS / 2);
  expect(
    [trust.on_time, trust.refunded, trust.disputes_lost].every((rate) => rate && rate > 0 && rate < 1),
  ).toBe(true);
  expect(isSigned(trust)).toBe(true);
  const [day] = trust.by_day ?? [];
  expect(isSigned({ ...trust, by_day: [{ ...day!, orders: 1e6 }, ...trust.by_day!.slice(1)] })).toBe(false);
}, 300_000);
