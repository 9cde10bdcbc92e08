import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeMonth, findMonthToClose } from '#shop/ledger/closings/close-month.ts';
import { fetchLists } from '#shop/ledger/reconciliation/fetch-lists.ts';
import { listDifferences } from '#shop/ledger/reconciliation/list-differences.ts';
import { refreshDifferences } from '#shop/ledger/reconciliation/refresh-differences.ts';
import { settleDifference } from '#shop/ledger/reconciliation/settle-difference.ts';
import { takeStatement } from '#shop/ledger/statements/take-statement.ts';
import { addDays, dayOf } from '#shop/numbers/day-span.ts';
import { GatewayError } from '#shop/payments/gateway.ts';
import { writeDay } from '#shop/text/write-day.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { perform } from '#test/perform.ts';
import { buy } from '#test/purchases.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { CLERK, readScreen, screenOf } from '#test/visitor/render-screen.tsx';
import { contextFor } from '#test/visitor/visitor.ts';
import AdminAttention, { loader as attentionLoader } from '../desk/attention.tsx';
import { loader as layoutLoader } from '../layout.tsx';
import AdminLedger, { loader } from './ledger.tsx';

let shop: TestContext;
let finance: string;
beforeAll(async () => {
  shop = await createTestContext({ gateway: (_, simulator) => ({ ...simulator }) });
  finance = await createClerk(shop, 'finance');
});
afterAll(() => shop.close());

async function read(search = '') {
  const path = `/admin/conferencia${search}`;
  const loaderData = await callRoute(loader, { path, context: contextFor(shop.ctx, finance) });
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

test('a difference that staff settled keeps its note in the day, which is red no more', async () => {
  const to = dayOf(shop.ctx.now());
  await refreshDifferences(shop.ctx, { from: addDays(to, -7), to });
  const [open] = await listDifferences(shop.ctx);
  const note = 'O banco lançou em outra conta.';
  await settleDifference(shop.ctx, { actorUserId: finance, differenceId: open!.id, note });
  const text = await read();
  expect(text).toMatch(
    / 1 diferença resolvida Loja R\$ 15,00 Provedor não tem lista Banco R\$ 0,00 Falta fora/,
  );
  expect(text).toMatch(/Resolvida por Equipe em [\d/]+,? \d\d:\d\d : O banco lançou em outra conta\. /);
  expect(text).not.toContain('1 diferença Loja');

  // What differs by another sum is asked about again, and the old note is not about it.
  await shop.ctx.db.updateTable('differences').set({ amount_cents: 1 }).execute();
  const again = await read();
  expect(again).toContain('1 diferença Loja R$ 15,00');
  expect(again).not.toContain('outra conta');
});

test('a list that could not be read for a day and a half is told, with the reason, until it is read', async () => {
  const { gateway } = shop.ctx;
  const message = 'GET /pix answered 403: the credentials lack this permission';
  gateway.findRecentPayments = async () => {
    throw new GatewayError('simulator', message, { retryable: false, outcome: 'not_applied' });
  };
  const context = () => contextFor(shop.ctx, finance);
  const attention = async (who = finance) => {
    const by = { path: '/admin/atencao', context: contextFor(shop.ctx, who) };
    const loaderData = await callRoute(attentionLoader, by);
    return readScreen(screenOf(AdminAttention, { loaderData }), { session: CLERK });
  };
  const counted = async () =>
    (await callRoute(layoutLoader, { path: '/admin', context: context() })).attention;
  const TITLE = 'Lista do provedor não lida';

  await shop.ctx.db.deleteFrom('differences').execute();
  await createPaidOrder(shop, buy(shop.ctx, [2]));
  await shop.ctx.db
    .updateTable('charges')
    .set({ gateway: 'simulator', created_at: shop.ctx.now() })
    .execute();
  const before = await counted();
  const day = dayOf(shop.ctx.now());
  // It is not told yet, for a provider may be down for a night.
  shop.passSeconds(86_400);
  await fetchLists(shop.ctx);
  expect(await read(`?from=${day}&to=${day}`)).toContain(
    `A loja ainda não conseguiu ler a lista do provedor simulado deste dia e tenta de novo a cada hora, por noventa dias. Detalhe: simulator: ${message}`,
  );
  expect(await attention()).not.toContain(TITLE);
  expect(await counted()).toBe(before);

  shop.passSeconds(36 * 3600);
  await fetchLists(shop.ctx);
  const told = await attention();
  expect(told).toContain(TITLE);
  expect(told).toContain(writeDay(day));
  expect(told).toContain(message);
  expect(await counted()).toBe(before + 1);
  // A day without a sale is shown too: nobody knows what came.
  const next = addDays(day, 1);
  expect(await read(`?from=${next}&to=${next}`)).toContain('Provedor não se sabe');
  expect(await attention(await createClerk(shop, 'delivery'))).not.toContain(TITLE);

  gateway.findRecentPayments = async () => [];
  await fetchLists(shop.ctx);
  await shop.ctx.db.deleteFrom('differences').execute();
  expect(await attention()).not.toContain(TITLE);
  expect(await counted()).toBe(before);
  expect(await read(`?from=${next}&to=${next}`)).not.toContain('não se sabe Banco');
  delete gateway.findRecentPayments;
});

test('a closed month names no fee that its provider does not tell', async () => {
  await shop.ctx.db.updateTable('charges').set({ fee_cents: null }).execute();
  shop.passSeconds(60 * 86_400);
  const month = await findMonthToClose(shop.ctx);
  await perform(closeMonth, shop.ctx, { actorUserId: finance }, { month: month! });
  expect(await read()).toMatch(/Tarifas não informa Líquido R\$ [\d.,]+ ou menos/);
  await shop.ctx.db.updateTable('charges').set({ fee_cents: 0 }).execute();
  expect(await read()).toMatch(/Tarifas R\$ 0,00 Líquido R\$ [\d.,]+ Código/);
});
