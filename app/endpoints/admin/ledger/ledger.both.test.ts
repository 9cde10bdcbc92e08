import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchLists } from '#shop/ledger/reconciliation/fetch-lists.ts';
import { checkDifference } from '#shop/ledger/reconciliation/settle-difference.ts';
import { addDays } from '#shop/numbers/day-span.ts';
import { GatewayError, type GatewayPayment } from '#shop/payments/gateway.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { perform } from '#test/perform.ts';
import { buy, checkOut } from '#test/purchases.ts';
import { callApi } from '#test/visitor/call-api.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { sendForm } from '#test/visitor/send-form.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { action as sendStatement } from './send-statement.ts';
import { action } from './statements.ts';

let shop: TestContext;
let finance: string;
let delivery: string;
/** null: the provider does not answer. */
let list: GatewayPayment[] | null = [];
let unreadable: string[] = [];
let asked: string[] = [];

beforeAll(async () => {
  shop = await createTestContext({
    gateway: (_, simulator) => ({
      ...simulator,
      findRecentPayments: async (from, to) => {
        asked.push(dayAt(from));
        if (!list || unreadable.includes(dayAt(from)))
          throw new GatewayError('simulator', 'no answer', { retryable: true, outcome: 'not_applied' });
        return list.filter(({ paidAt }) => paidAt >= from && paidAt < to);
      },
    }),
  });
  [finance, delivery] = [await createClerk(shop, 'finance'), await createClerk(shop, 'delivery')];
});
afterAll(() => shop.close());

const dayAt = (at: Date) => new Date(at.getTime() - 3 * 3_600_000).toISOString().slice(0, 10);
const today = () => dayAt(shop.ctx.now());
const ofx = (rows: { day: string; sum: string; memo?: string; id?: string }[]) => {
  const day = today().replaceAll('-', '');
  const entries = rows.map(
    ({ day: at, sum, memo = '', id = memo }) =>
      `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${at.replaceAll('-', '')}<TRNAMT>${sum}<FITID>${id}<MEMO>${memo}</STMTTRN>`,
  );
  return `<OFX><BANKTRANLIST><DTSTART>${day}<DTEND>${day}${entries.join('')}</BANKTRANLIST></OFX>`;
};
async function upload(text: string, who = finance, door: (args: never) => Promise<Response> = action) {
  const body = new FormData();
  body.append('file', new Blob([text]), 'extrato.ofx');
  const request = new Request('http://localhost:3000/api/admin/statements', { method: 'POST', body });
  const answer = await callRoute(door, { request, params: {}, context: contextFor(shop.ctx, who) });
  return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() };
}
const said = async (text: string, who?: string) => {
  const answer = await upload(text, who);
  return { ...answer, body: JSON.parse(answer.text) as Record<string, any> };
};
const open = () =>
  shop.ctx.db.selectFrom('differences').selectAll().where('settled_at', 'is', null).execute();

async function paidCharge(position: number) {
  const { orderId } = await createPaidOrder(shop, buy(shop.ctx, [position]));
  return shop.ctx.db
    .selectFrom('charges')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
}
const listed = (
  charge: Awaited<ReturnType<typeof paidCharge>>,
  more: Partial<GatewayPayment> = {},
): GatewayPayment => ({
  gatewayChargeId: charge.gateway_charge_id!,
  chargeId: charge.id,
  endToEndId: charge.end_to_end_id!,
  paidAt: charge.paid_at!,
  amountCents: charge.paid_amount_cents!,
  chargedBackCents: 0,
  refundedCents: 0,
  ...more,
});

test('a statement is matched by an id anywhere in a row, else by sum and day, and the rest is listed', async () => {
  const [one, two, three] = [await paidCharge(0), await paidCharge(1), await paidCharge(2)];
  const rows = [
    { day: '2026-01-01', sum: '15.00', memo: `PIX ${one.end_to_end_id!.toUpperCase()} ANA` },
    { day: today(), sum: '15,00', id: 'x1' },
    { day: today(), sum: '99,90', id: 'x2' },
  ].map((row, n) => (n === 0 ? { ...row, day: today() } : row));
  const first = await said(ofx(rows));
  const left = [two, three];
  expect(first).toMatchObject({
    status: 200,
    body: {
      rows: 3,
      matched: 2,
      only_bank: [{ day: today(), amount: 99.9, end_to_end_id: null, charge_id: null }],
    },
  });
  const [missing] = first.body.only_shop as { charge_id: string; amount: number; end_to_end_id: string }[];
  expect(first.body.only_shop).toHaveLength(1);
  expect(left.map(({ gateway_charge_id }) => gateway_charge_id)).toContain(missing!.charge_id);
  expect((await said(ofx(rows))).body).toEqual(first.body);
  const { body } = await callApi(
    shop.ctx,
    finance,
    `GET /api/admin/reconciliation?from=${today()}&to=${today()}`,
  );
  // Its own list of today is not read before the day is over, and nothing differs from what nobody knows.
  expect(body).toEqual([
    { day: today(), gateway: 'simulator', shop: 45, provider: null, bank: 30, differences: [] },
  ]);
});

test('whoever may not gets nothing, and what cannot be read says why', async () => {
  expect((await upload(ofx([]), delivery)).status).toBe(403);
  expect((await callApi(shop.ctx, delivery, 'GET /api/admin/reconciliation')).status).toBe(403);
  expect((await callApi(shop.ctx, delivery, 'POST /api/admin/closings', { month: '2026-01' })).status).toBe(
    403,
  );
  expect(await said('Data;Valor')).toMatchObject({
    status: 422,
    body: { error: { code: 'unreadable', message: expect.stringContaining('OFX') as string } },
  });
  const torn = ofx([{ day: today(), sum: 'quinze', id: 'q' }]);
  expect((await said(torn)).body.error.message).toContain('No lançamento 1 a data ou o valor é ‘quinze’.');
  const form = await upload(torn, finance, sendStatement);
  expect(decodeURIComponent(form.location ?? '')).toContain('recusado=unreadable_row&linha=1&texto=quinze');
  expect(
    (await callApi(shop.ctx, finance, 'GET /api/admin/reconciliation?from=2026-01-01&to=2026-12-31')).status,
  ).toBe(400);
});

test('a day that cannot be read is unknown and tried again; a difference has both sides and a way out', async () => {
  const [known, silent] = [
    await paidCharge(3),
    await checkOut(shop.ctx, { userId: await shop.createUser(), purchase: buy(shop.ctx, [4]) }),
  ];
  await shop.simulator.pay(silent.charge.id);
  const day = today();
  const at = shop.ctx.now();
  shop.passSeconds(86_400);
  list = null;
  await fetchLists(shop.ctx);
  const ask = async () =>
    (await callApi(shop.ctx, finance, `GET /api/admin/reconciliation?from=${day}&to=${day}`)).body as any[];
  expect(await ask()).toMatchObject([{ provider: null, differences: [] }]);
  expect(await open()).toEqual([]);

  const booked = await shop.ctx.db
    .selectFrom('charges')
    .selectAll()
    .where('paid_at', 'is not', null)
    .execute();
  const unheard = {
    ...silent.charge,
    paid_at: at,
    paid_amount_cents: 1500,
    end_to_end_id: 'E00000000202611031234567890abcde',
  };
  list = [...booked.map((charge) => listed(charge)), listed(unheard)];
  await fetchLists(shop.ctx);
  expect(await ask()).toMatchObject([
    {
      shop: 60,
      provider: 75,
      differences: [{ kind: 'only_provider', charge_id: silent.charge.gateway_charge_id, amount: 15 }],
    },
  ]);
  const [entry] = await open();
  // The provider is asked, the order is paid, and both sides agree.
  const answer = await sendForm(shop.ctx, finance, '/admin/atencao', {
    do: 'differences.check',
    differenceId: entry!.id,
  });
  expect(answer).toMatchObject({ status: 200 });
  const { status } = await shop.ctx.db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', silent.orderId)
    .executeTakeFirstOrThrow();
  expect(status).toBe('pending');
  expect(await open()).toEqual([]);
  // A refund that the provider made later is seen when the day is read again, as it grows old.
  list = list.map((one) => (one.chargeId === known.id ? { ...one, refundedCents: 400 } : one));
  await fetchLists(shop.ctx);
  expect(await open()).toEqual([]);
  shop.passSeconds(86_400);
  await fetchLists(shop.ctx);
  expect(await open()).toMatchObject([
    { kind: 'refunded_outside', amount_cents: 400, shop_cents: 0, other_cents: 400 },
  ]);
  const settle = { do: 'differences.settle', differenceId: (await open())[0]!.id, note: 'Foi combinado' };
  expect(await sendForm(shop.ctx, delivery, '/admin/atencao', settle)).toMatchObject({ status: 403 });
  expect(await sendForm(shop.ctx, finance, '/admin/atencao', settle)).toMatchObject({ status: 200 });
  shop.passSeconds(2 * 86_400);
  await fetchLists(shop.ctx);
  expect(await open()).toEqual([]);
  // More of it is asked about anew.
  list = list.map((one) => (one.chargeId === known.id ? { ...one, refundedCents: 700 } : one));
  shop.passSeconds(4 * 86_400);
  await fetchLists(shop.ctx);
  expect(await open()).toMatchObject([{ kind: 'refunded_outside', amount_cents: 700 }]);
});

test('what is missing in a list makes no difference while the day before, which may have it, could not be read', async () => {
  const { db } = shop.ctx;
  const { id, gateway, paid_at } = await db
    .selectFrom('charges')
    .selectAll()
    .where('paid_at', 'is not', null)
    .orderBy('paid_at')
    .limit(1)
    .executeTakeFirstOrThrow();
  const day = dayAt(paid_at!);
  const before = dayAt(new Date(paid_at!.getTime() - 86_400_000));
  await db.deleteFrom('provider_payments').where('charge_id', '=', id).execute();
  await db
    .insertInto('provider_days')
    .values({ gateway, day: before, fetched_at: null, failure: 'x' })
    .execute();
  const kinds = async () => {
    const { body } = await callApi(shop.ctx, finance, `GET /api/admin/reconciliation?from=${day}&to=${day}`);
    return (body as { differences: { kind: string }[] }[])
      .flatMap(({ differences }) => differences)
      .map(({ kind }) => kind);
  };
  expect(await kinds()).not.toContain('only_shop');
  await db
    .updateTable('provider_days')
    .set({ fetched_at: shop.ctx.now() })
    .where('day', '=', before)
    .execute();
  expect(await kinds()).toContain('only_shop');
});

test('a provider whose days are known as far back as lists are read costs no look through all charges', async () => {
  let looks = 0;
  const { db } = shop.ctx;
  const watched = new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (name === 'selectFrom' && args[0] === 'charges') looks++;
        return (value as (...all: unknown[]) => unknown).apply(target, args);
      };
    },
  });
  const fetch = async () => {
    looks = 0;
    await fetchLists({ ...shop.ctx, db: watched });
    return looks;
  };
  expect(await fetch()).toBeGreaterThan(0);
  const day = dayAt(new Date(shop.ctx.now().getTime() - 90 * 86_400_000));
  await db
    .insertInto('provider_days')
    .values({ gateway: 'simulator', day, fetched_at: shop.ctx.now(), failure: null })
    .execute();
  expect(await fetch()).toBe(0);
  await db.deleteFrom('provider_days').where('day', '=', day).execute();
});

test('two rows with one foreign id are one difference, with both sums', async () => {
  const memo = 'E00000000202601011200strangerpix';
  const day = today();
  const { end_to_end_id: known } = await paidCharge(8);
  const answer = await said(
    ofx([
      { day, sum: '15,00', memo: known! },
      { day, sum: '10,00', memo, id: 'y1' },
      { day, sum: '5,00', memo, id: 'y2' },
    ]),
  );
  expect(answer.status).toBe(200);
  expect(await open()).toContainEqual(
    expect.objectContaining({
      kind: 'only_provider',
      against: 'bank',
      end_to_end_id: memo,
      amount_cents: 1500,
    }),
  );
});

test('what only a provider lists is no second difference once the bank posts it, after a weekend', async () => {
  const end_to_end_id = 'E60701190202601011200ofaweekend1';
  await shop.ctx.db
    .insertInto('provider_payments')
    .values({
      gateway: 'simulator',
      day: dayAt(new Date(shop.ctx.now().getTime() - 2 * 86_400_000)),
      end_to_end_id,
      gateway_charge_id: 'fora',
      charge_id: null,
      amount_cents: 1500,
      back_cents: 0,
    })
    .execute();
  const { body } = await said(ofx([{ day: today(), sum: '15,00', memo: end_to_end_id, id: 'w1' }]));
  expect(body).toMatchObject({ rows: 1, matched: 1 });
  expect(await open()).not.toContainEqual(expect.objectContaining({ end_to_end_id, against: 'bank' }));
});

test('a day that cannot be read keeps no older one from being read, and a provider that is down is asked three times', async () => {
  const { db } = shop.ctx;
  const daysAgo = (days: number) => dayAt(new Date(shop.ctx.now().getTime() - days * 86_400_000));
  await db.deleteFrom('provider_days').execute();
  const run = async () => {
    asked = [];
    await fetchLists(shop.ctx);
    return asked;
  };
  list = null;
  expect(await run()).toEqual([1, 2, 3].map(daysAgo));
  // Whoever failed comes last, so each day has its turn.
  expect(await run()).toEqual([4, 5, 6].map(daysAgo));

  list = [];
  unreadable = [1, 2, 5].map(daysAgo);
  await run();
  const unread = async () => {
    const query = db.selectFrom('provider_days').select('day').where('fetched_at', 'is', null);
    return (await query.orderBy('day', 'desc').execute()).map(({ day }) => day);
  };
  expect(await unread()).toEqual(unreadable);
  unreadable = [];
  await run();
  expect(await unread()).toEqual([]);
});

test('an account into which the only provider pays its sales in one sum is none of its sales’', async () => {
  shop.passSeconds(86_400);
  const sold = [await paidCharge(5), await paidCharge(6), await paidCharge(7)];
  const day = today();
  const statement = (sums: string[], id: string) =>
    ofx([
      ...sums.map((sum, n) => ({ day, sum, id: `${id}${n}` })),
      { day: dayAt(new Date(shop.ctx.now().getTime() + 3 * 86_400_000)), sum: '-9,90', id },
    ]);
  const [payout, sale] = [statement(['42,60'], 'p'), statement(['15,00'], 's')];
  shop.passSeconds(4 * 86_400);
  const missing = async (text: string) => {
    await said(text);
    const differences = await open();
    return sold.filter(({ id }) => differences.some(({ charge_id }) => charge_id === id)).length;
  };
  expect(await missing(payout)).toBe(0);
  // One sale of it arrived as it was paid, so the others should have.
  expect(await missing(sale)).toBe(2);
});

test('of the day on which it was exported a statement says nothing, however late it comes', async () => {
  shop.passSeconds(86_400);
  const [known, later] = [await paidCharge(9), await paidCharge(10)];
  const [day, from] = [today(), addDays(today(), -1)];
  const server = `<SIGNONMSGSRSV1><SONRS><DTSERVER>${day.replaceAll('-', '')}101500</SONRS></SIGNONMSGSRSV1>`;
  const statement = (head: string, to: string) =>
    ofx([
      { day, sum: '15,00', memo: known.end_to_end_id!, id: 'k' },
      { day: from, sum: '-1,00', id: 'f' },
      { day: to, sum: '-9,90', id: `l${to}` },
    ]).replace('<OFX>', `<OFX>${head}`);
  const [torn, whole] = [statement(server, day), statement('', addDays(day, 3))];
  shop.passSeconds(5 * 86_400);
  const isMissing = async (text: string) => {
    await said(text);
    return (await open()).some(({ charge_id }) => charge_id === later.id);
  };
  expect(await isMissing(torn)).toBe(false);
  expect(await isMissing(whole)).toBe(true);
});

test('a provider that says that it has no such charge did answer', async () => {
  const { gateway } = shop.ctx;
  const [{ id: differenceId } = { id: '' }] = (await open()).filter(({ charge_id }) => charge_id !== null);
  const check = () => perform(checkDifference, shop.ctx, { actorUserId: finance }, { differenceId });
  const { find } = gateway;
  try {
    gateway.find = async () => ({ ok: false, reason: 'not_found' });
    expect(await check()).toMatchObject({ ok: false, reason: 'unknown_at_provider' });
    gateway.find = async () => {
      throw new GatewayError('simulator', 'no answer', { retryable: true, outcome: 'not_applied' });
    };
    expect(await check()).toMatchObject({ ok: false, reason: 'no_answer' });
  } finally {
    gateway.find = find;
  }
});
