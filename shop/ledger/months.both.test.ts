import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBacen } from '#gateways/bacen/create-bacen.ts';
import { plantMonth, KINDS, type Planted } from '#test/months/plant-month.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { startBacenServer, type BacenServer } from '#test/providers/bacen-server.ts';
import { makeCertificates } from '#test/providers/make-certificates.ts';
import { closeMonth, readClosingFile } from './closings/close-month.ts';
import { fetchLists } from './reconciliation/fetch-lists.ts';
import { showReconciliation } from './reconciliation/show-reconciliation.ts';
import { takeStatement } from './statements/take-statement.ts';

/** A release counts as many as a large shop has. */
const PAYMENTS = process.env.RELEASE ? 10_000 : 1_000;
const KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';

let shop: TestContext;
let bank: BacenServer;
let clerk: string;
let month: string;
let planted: Planted[];
let statement: string;
let next: string;

beforeAll(async () => {
  const { ca, server, client } = makeCertificates();
  bank = await startBacenServer({ chave: KEY, tls: { ...server, ca: ca.cert } });
  shop = await createTestContext({
    gateway: (now) =>
      createBacen({
        baseUrl: bank.apiUrl,
        tokenUrl: bank.tokenUrl,
        clientId: 'Client_Id_teste',
        clientSecret: 'Client_Secret_teste',
        tokenStyle: 'basic',
        scopes: 'cob.read pix.read',
        certificate: client,
        ca: ca.cert,
        extraQuery: {},
        extraHeaders: {},
        timeoutMs: 20_000,
        merchantName: 'Fulgor',
        merchantCity: 'SAO PAULO',
        chave: KEY,
        webhookToken: 'segredo-do-webhook-1234567890',
        now,
      }),
  });
  clerk = await createClerk(shop, 'finance');
  const now = shop.ctx.now();
  month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
  ({ planted, statement, next } = await plantMonth(shop.ctx, bank, { month, payments: PAYMENTS, key: KEY }));
}, 300_000);
afterAll(async () => {
  await shop.close();
  await bank.close();
});

const asText = (one: { kind: string; against?: string; code: string | null; cents: number; day: string }) =>
  `${one.day} ${one.kind} ${one.against ?? ''} ${one.code} ${one.cents}`;
const found = async () => {
  const rows = await shop.ctx.db.selectFrom('differences').selectAll().execute();
  return rows.map((row) => asText({ ...row, code: row.gateway_charge_id, cents: row.amount_cents })).sort();
};
const wanted = (against: ('provider' | 'bank')[]) =>
  planted
    .filter((one) => against.includes(one.against))
    .map(asText)
    .sort();

/** Of a Saturday or Sunday, with which the text begins; else its own day. */
const mondayOf = (text: string) => {
  const at = Date.parse(text.slice(0, 10));
  const days = [1, 0, 0, 0, 0, 0, 2][new Date(at).getUTCDay()]!;
  return new Date(at + days * 86_400_000).toISOString().slice(0, 10);
};

async function* bytesOf(text: string) {
  yield Buffer.from(text, 'latin1');
}
const days = () =>
  Number(
    new Date(Date.parse(`${month}-01`) + 32 * 86_400_000).toISOString().slice(0, 7) > month &&
      new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate(),
  );

test('of a month with planted differences of nine kinds each is found, and none is invented', async () => {
  expect(new Set(planted.map(({ kind, against }) => `${kind} ${against}`)).size).toBe(6);
  expect(planted.length).toBeGreaterThanOrEqual(KINDS.length * 3);
  // Nothing is known of the provider yet, so nothing differs.
  expect(await found()).toEqual([]);
  // Forty days a run.
  for (let run = 0; run < 3; run++) await fetchLists(shop.ctx);
  expect(await found()).toEqual(wanted(['provider']));

  const taken = await takeStatement(shop.ctx, { actorUserId: clerk, content: bytesOf(statement) });
  if (!taken.ok) throw new Error(taken.reason);
  expect(taken.statement.onlyBank).toHaveLength(2 * days());
  // The last weekend is posted on a Monday that this statement may not have.
  const lastDay = `${month}-${days()}`;
  const early = wanted(['provider', 'bank']).filter(
    (text) => !text.includes(' bank ') || mondayOf(text) <= lastDay,
  );
  expect(await found()).toEqual(early);
  // Again, and nothing counts twice.
  const again = await takeStatement(shop.ctx, { actorUserId: clerk, content: bytesOf(statement) });
  expect(again).toMatchObject({ statement: { ...taken.statement } });
  expect(await found()).toEqual(early);
  shop.passSeconds(5 * 86_400);
  expect(await takeStatement(shop.ctx, { actorUserId: clerk, content: bytesOf(next) })).toMatchObject({
    ok: true,
  });
  expect(await found()).toEqual(wanted(['provider', 'bank']));

  const shown = await showReconciliation(shop.ctx, {
    actorUserId: clerk,
    from: `${month}-01`,
    to: `${month}-${days()}`,
  });
  if (!Array.isArray(shown)) throw new Error('refused');
  expect(
    shown
      .flatMap(({ day, differences }) =>
        differences.map((one) => asText({ ...one, day, code: one.chargeId, cents: one.amountCents })),
      )
      .sort(),
  ).toEqual(planted.map((one) => asText({ ...one, against: '' })).sort());
}, 300_000);

test('the month is closed in one chain that anybody can recompute, and adds up as its rows do', async () => {
  const closed = await closeMonth(shop.ctx, { actorUserId: clerk, month });
  if ('ok' in closed) throw new Error(closed.reason);
  const file = await readClosingFile(shop.ctx, closed.id);
  const csv = file!.csv!;
  expect(createHash('sha256').update(csv).digest('hex')).toBe(closed.hash);
  const cents = (text: string) => Math.round(Number(text.replace(',', '.')) * 100);
  const rows = csv
    .toString('utf8')
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/));
  const sum = (kind: string | null, column: number) =>
    rows
      .filter((row) => kind === null || row[1] === kind)
      .reduce((all, row) => all + cents(row[column] ?? ''), 0);
  const charges = await shop.ctx.db
    .selectFrom('charges')
    .selectAll()
    .where('paid_at', 'is not', null)
    .execute();
  const end = new Date(Date.parse(`${month}-${days()}T00:00:00-03:00`) + 86_400_000);
  const paid = charges.filter((charge) => charge.paid_at! < end);
  expect(closed.grossCents).toBe(paid.reduce((all, charge) => all + (charge.paid_amount_cents ?? 0), 0));
  expect(closed.orders).toBe(paid.length);
  expect([sum('payment', 6), -sum('refund', 6), -sum('return', 6), sum(null, 7), sum(null, 8)]).toEqual([
    closed.grossCents,
    closed.refundedCents,
    closed.returnedCents,
    closed.feesCents,
    closed.netCents,
  ]);
  expect(closed.refundedCents).toBeGreaterThan(0);
  expect(closed.returnedCents).toBeGreaterThan(0);
}, 120_000);
