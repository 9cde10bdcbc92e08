import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findMonthToClose } from '#shop/ledger/closings/close-month.ts';
import { sealText } from '#shop/secrets/seal-text.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy } from '#test/purchases.ts';
import { callApi } from '#test/visitor/call-api.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { loader as readCsv } from './closing-csv.ts';

let shop: TestContext;
let finance: string;
beforeAll(async () => {
  shop = await createTestContext();
  finance = await createClerk(shop, 'finance');
  for (const position of [0, 1]) await createPaidOrder(shop, buy(shop.ctx, [position]));
});
afterAll(() => shop.close());

const dayAt = (at: Date) => new Date(at.getTime() - 3 * 3_600_000).toISOString().slice(0, 10);

test('months are closed in order, once, in a chain that a shell recomputes, and a correction goes into the next', async () => {
  const { db } = shop.ctx;
  const monthsAgo = (n: number) => {
    const now = shop.ctx.now();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - n, 1)).toISOString().slice(0, 7);
  };
  const [early, last, current] = [monthsAgo(2), monthsAgo(1), dayAt(shop.ctx.now()).slice(0, 7)];
  const [old, other] = await db
    .selectFrom('charges')
    .selectAll()
    .where('paid_at', 'is not', null)
    .orderBy('created_at')
    .limit(2)
    .execute();
  const sealed = sealText(shop.ctx.settings.sealingKey, '52998224725');
  const midMonth = new Date(`${early}-15T12:00:00Z`);
  await db
    .updateTable('charges')
    .set({ paid_at: midMonth, fee_cents: 20 })
    .where('id', '=', old!.id)
    .execute();
  await db
    .updateTable('orders')
    .set({ customer_name: '=cmd', customer_tax_id_sealed: sealed })
    .where('id', '=', old!.order_id)
    .execute();
  // The last second of the month in São Paulo.
  await db
    .updateTable('charges')
    .set({ paid_at: new Date(`${last}-01T02:59:59Z`) })
    .where('id', '=', other!.id)
    .execute();
  const refund = (at: Date) => ({
    settled_at: at,
    status: 'refunded' as const,
    reason: 'staff' as const,
    amount_cents: 400,
    charge_id: old!.id,
    order_id: old!.order_id,
    created_at: at,
    note: null,
    request_key: null,
    retry_of: null,
    gateway_refund_id: null,
    failure: null,
    requested_by: null,
    requested_at: null,
    claimed_until: null,
    next_check_at: null,
  });
  await db
    .insertInto('refunds')
    .values(refund(new Date(`${last}-02T12:00:00Z`)))
    .execute();

  const close = (month: string) => callApi(shop.ctx, finance, 'POST /api/admin/closings', { month });
  for (const month of [last, monthsAgo(4), '2001-01'])
    expect(await close(month)).toMatchObject({ status: 422, body: { error: { code: 'gap' } } });
  // A month without a sale, right before the first one, may begin the chain; it is not asked for.
  expect(await findMonthToClose(shop.ctx)).toBe(early);
  expect(await close(current)).toMatchObject({ status: 422, body: { error: { code: 'not_over' } } });
  expect(await close('2026-13')).toMatchObject({ status: 422 });
  const [first, twin] = await Promise.all([close(early), close(early)]);
  expect(twin).toEqual(first);
  expect(first).toMatchObject({
    status: 201,
    body: {
      number: 1,
      month: early,
      gross: 30,
      refunded: 0,
      returned: 0,
      fees: 0.2,
      net: 29.8,
      orders: 2,
      previous_hash: null,
    },
  });
  const download = async (id: string) => {
    const request = new Request(`http://localhost:3000/api/admin/closings/${id}.csv`);
    const answer = await callRoute(readCsv, {
      request,
      params: { file: `${id}.csv` },
      context: contextFor(shop.ctx, finance),
    });
    return Buffer.from(await answer.arrayBuffer());
  };
  const csv = await download(first.body.id);
  const lines = csv.toString('utf8').split('\r\n');
  expect(lines[0]).toBe(
    '\ufeffday;kind;order_id;charge_id;end_to_end_id;gateway;gross;fee;net;customer_name;tax_id;idTransacao;tpMeioPgto;CNPJReceb;CNPJBasePSP',
  );
  expect(lines[1]).toBe(
    `${early}-15;payment;${old!.order_id};${old!.id};${old!.end_to_end_id};simulator;15,00;0,20;14,80;'=cmd;52998224725;${old!.end_to_end_id};17;;`,
  );
  expect(lines[2]).toMatch(
    new RegExp(`^${dayAt(new Date(`${last}-01T02:59:59Z`))};payment;.*;15,00;;15,00;`),
  );

  // What is known only now of a payment of a closed month: another fee, and more money. It is no other order.
  const corrected = { fee_cents: 25, paid_amount_cents: 1700 };
  await db.updateTable('charges').set(corrected).where('id', '=', old!.id).execute();
  await db
    .updateTable('orders')
    .set({ customer_name: 'Conta excluída' })
    .where('id', '=', old!.order_id)
    .execute();
  const second = await close(last);
  expect(second.body).toMatchObject({
    number: 2,
    gross: 2,
    refunded: 4,
    fees: 0.05,
    net: -2.05,
    orders: 0,
    previous_hash: first.body.hash,
  });
  const next = await download(second.body.id);
  expect(next.toString('utf8')).toContain(
    `${early}-15;payment;${old!.order_id};${old!.id};${old!.end_to_end_id};simulator;2,00;0,05;1,95;`,
  );
  expect(next.toString('utf8')).toContain(
    `${last}-02;refund;${old!.order_id};${old!.id};${old!.end_to_end_id};simulator;-4,00;;-4,00;`,
  );
  // The same bytes, whatever happened since; and the chain as an accountant's shell says it.
  expect((await download(first.body.id)).equals(csv)).toBe(true);
  expect(await close(early)).toEqual(first);
  const shell = (previous: string, bytes: Buffer) =>
    execFileSync('sh', ['-c', '(printf %s "$1"; cat) | sha256sum', 'sh', previous], { input: bytes })
      .toString()
      .slice(0, 64);
  expect(shell('', csv)).toBe(first.body.hash);
  expect(shell(first.body.hash, next)).toBe(second.body.hash);
  const { body } = await callApi(shop.ctx, finance, 'GET /api/admin/closings');
  expect(body).toEqual([second.body, first.body]);
});

test('a shop that sold its first skin this month may close the month before it', async () => {
  const young = await createTestContext();
  try {
    await createPaidOrder(young, buy(young.ctx, [0]));
    const clerk = await createClerk(young, 'finance');
    const now = young.ctx.now();
    const monthAgo = (n: number) =>
      dayAt(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - n, 15))).slice(0, 7);
    const close = (month: string) => callApi(young.ctx, clerk, 'POST /api/admin/closings', { month });
    expect((await close(monthAgo(2))).body.error.code).toBe('gap');
    const empty = { number: 1, gross: 0, net: 0, orders: 0 };
    expect(await close(monthAgo(1))).toMatchObject({ status: 201, body: empty });
    expect((await close(monthAgo(2))).body.error.code).toBe('gap');
  } finally {
    await young.close();
  }
});
