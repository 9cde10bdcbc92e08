import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeStatement } from '#shop/ledger/statements/take-statement.ts';
import { addDays, dayOf } from '#shop/numbers/day-span.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy } from '#test/purchases.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { readScreen, screenOf } from '#test/visitor/render-screen.tsx';
import { contextFor } from '#test/visitor/visitor.ts';
import AdminLedger, { loader } from './ledger.tsx';

let shop: TestContext;
let finance: string;
beforeAll(async () => {
  shop = await createTestContext({ gateway: (_, simulator) => ({ ...simulator }) });
  finance = await createClerk(shop, 'finance');
});
afterAll(() => shop.close());

async function read() {
  const loaderData = await callRoute(loader, { context: contextFor(shop.ctx, finance) });
  return readScreen(screenOf(AdminLedger, { loaderData }));
}
const post = (from: string, to: string, ...sums: string[]) => {
  const [start, end] = [from, to].map((day) => day.replaceAll('-', ''));
  const rows = sums.map((sum, n) => `<STMTTRN><DTPOSTED>${start}<TRNAMT>${sum}<FITID>${n}</STMTTRN>`);
  const text = `<OFX><BANKTRANLIST><DTSTART>${start}<DTEND>${end}${rows.join('')}</BANKTRANLIST></OFX>`;
  return takeStatement(shop.ctx, {
    actorUserId: finance,
    content: (async function* () {
      yield Buffer.from(text);
    })(),
  });
};

test('a provider without a list agrees once the whole day is in the bank’s statement; one with a list waits for it', async () => {
  await createPaidOrder(shop, buy(shop.ctx, [0]));
  const day = dayOf(shop.ctx.now());
  const row = (bank: string) => `Loja R$ 15,00 Provedor não tem lista Banco ${bank}`;
  expect(await read()).toContain(row('não se sabe'));

  // The bank's word of today is not whole yet, and of a Saturday it is so after the Monday.
  await post(day, day, '15,00');
  const early = await read();
  expect(early).toContain(row('R$ 15,00'));
  expect(early).not.toContain('Confere ');
  shop.passSeconds(4 * 86_400);
  await post(day, addDays(day, 3), '15,00');
  expect(await read()).toContain(`Confere ${row('R$ 15,00')}`);

  const gateway = shop.ctx.gateway;
  gateway.findRecentPayments = async () => [];
  const listed = await read();
  expect(listed).toContain('Loja R$ 15,00 Provedor não se sabe Banco R$ 15,00');
  expect(listed).not.toContain('Confere ');
  delete gateway.findRecentPayments;

  // What a provider that is gone would list, nobody knows.
  await shop.ctx.db.updateTable('charges').set({ gateway: 'bacen' }).execute();
  expect(await read()).toContain('Loja R$ 15,00 Provedor não se sabe');
});

test('where the statement of the whole day lacks a sale, the day does not agree', async () => {
  await createPaidOrder(shop, buy(shop.ctx, [1]));
  const day = dayOf(shop.ctx.now());
  shop.passSeconds(4 * 86_400);
  await post(day, addDays(day, 3));
  await shop.ctx.db.updateTable('statements').set({ gateway: 'simulator' }).execute();
  const text = await read();
  expect(text).toContain('1 diferença Loja R$ 15,00 Provedor não tem lista Banco R$ 0,00');
  expect(text).not.toContain('Confere ');
});
