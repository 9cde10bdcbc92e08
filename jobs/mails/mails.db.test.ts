import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cancelOrder, cancelOwnOrder } from '#shop/orders/cancel-order.ts';
import { listOwnOrders } from '#shop/orders/list-own-orders.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { closeRefund } from '#shop/refunds/close-refund.ts';
import { requestRefund } from '#shop/refunds/request-refund.ts';
import { sendLinks } from '#shop/delivery/send-links.ts';
import type { JobRequest } from '#shop/jobs.ts';
import { receiveMessage } from '#shop/messages/receive-message.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy, checkOut, customer } from '#test/purchases.ts';
import { mailAccountJob } from './mail-account.ts';
import { mailMessageJob } from './mail-message.ts';
import { orderMails } from './order-mails.ts';
import { vacuum } from '../timed-jobs.ts';

let shop: TestContext;
beforeAll(async () => void (shop = await createTestContext()));
afterAll(() => shop.close());
beforeEach(() => void (shop.mails.length = 0));

test('the mails of an order go to its customer, with the same id however often the job runs', async () => {
  const order = await createPaidOrder(shop, buy(shop.ctx, [0, 1]));
  await orderMails['mail-payment-confirmed'].run(shop.ctx, { orderId: order.orderId }, 'job-1');
  await orderMails['mail-payment-confirmed'].run(shop.ctx, { orderId: order.orderId }, 'job-1');
  await sendLinks(shop.ctx, { actorUserId: order.userId, orderId: order.orderId, links: order.links });
  await orderMails['mail-links-delivered'].run(shop.ctx, { orderId: order.orderId }, 'job-2');
  const itemId = order.items[1]!.id;
  await orderMails['mail-link-replaced'].run(shop.ctx, { orderId: order.orderId, itemId }, 'job-3');

  expect(shop.mails.map((mail) => [mail.id, mail.to])).toEqual(
    ['job-1', 'job-1', 'job-2', 'job-3'].map((id) => [id, customer.email]),
  );
  expect(shop.mails[0]).toEqual(shop.mails[1]);
  const [, , delivered, replaced] = shop.mails;
  for (const link of Object.values(order.links)) expect(delivered!.text).toContain(link);
  expect(replaced!.text).toContain(order.links[itemId]);
  expect(replaced!.text).not.toContain(order.links[order.items[0]!.id]);
});

test('once the account is gone its orders write to nobody', async () => {
  const order = await createPaidOrder(shop, buy(shop.ctx, [2]));
  await shop.ctx.db.deleteFrom('users').where('id', '=', order.userId).execute();
  const itemId = order.items[0]!.id;
  await orderMails['mail-payment-confirmed'].run(shop.ctx, { orderId: order.orderId }, 'job-4');
  await orderMails['mail-links-delivered'].run(shop.ctx, { orderId: order.orderId }, 'job-5');
  await orderMails['mail-link-replaced'].run(shop.ctx, { orderId: order.orderId, itemId }, 'job-6');
  expect(shop.mails).toEqual([]);
});

test('what its buyer owned before is promised by no mail, and does not leave them with its money', async () => {
  const userId = await shop.createUser();
  const { orderId, charge } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [6]) });
  const both = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [6, 7]) });
  await createPaidOrder(shop, buy(shop.ctx, [6, 8]), userId);
  for (const { id } of [charge, both.charge]) {
    await shop.simulator.pay(id);
    await checkCharge(shop.ctx, id);
  }
  const mail = async (name: 'mail-payment-confirmed' | 'mail-refund', data: object) => {
    shop.mails.length = 0;
    await orderMails[name].run(shop.ctx, data as never, name);
    return shop.mails[0]?.text;
  };
  expect(await mail('mail-payment-confirmed', { orderId })).toContain('Mas você já tinha esta skin');
  expect(await mail('mail-payment-confirmed', { orderId: both.orderId })).toMatch(
    /links de download chegam .* Você já tinha .*: o valor volta para você\./,
  );
  const reasons = async (id: string) =>
    (await listOwnOrders(shop.ctx, { userId, cursor: null, orderId: id })).entries[0]?.items.map(
      ({ whyBack }) => whyBack,
    );
  const refundId = async (id: string) =>
    (
      await shop.ctx.db
        .selectFrom('refunds')
        .select('id')
        .where('order_id', '=', id)
        .where('reason', '=', 'already_owned')
        .executeTakeFirstOrThrow()
    ).id;
  const note = 'Falei com o banco.';
  const closing = { actorUserId: userId, refundId: await refundId(orderId), as: 'sent' as const, note };
  expect(await closeRefund(shop.ctx, closing)).toEqual({ ok: true });
  expect(await reasons(orderId)).toEqual(['already_owned']);
  const refunded = await mail('mail-refund', { refundId: closing.refundId, news: 'finished' });
  expect(refunded).toMatch(/Você já tinha .* na sua coleção\. Devolvemos/);
  expect(refunded).not.toContain('saíram da sua coleção');
  // All of the other order goes back too, and of it one skin leaves.
  const rest = { actorUserId: userId, orderId: both.orderId, note, requestKey: null };
  expect(await requestRefund(shop.ctx, rest)).toMatchObject({ ok: true });
  await shop.settled();
  expect(await reasons(both.orderId)).toEqual(['already_owned', null]);
  // Staff keep that money: the skin was bought twice, and nothing of it goes back.
  const kept = { ...closing, refundId: await refundId(both.orderId), as: 'dismissed' as const };
  expect(await closeRefund(shop.ctx, kept)).toEqual({ ok: true });
  expect(await reasons(both.orderId)).not.toContain('already_owned');
});

test('a mail that leaves after its order went back promises nothing of it', async () => {
  const late = async (orderId: string) => {
    shop.mails.length = 0;
    for (const name of ['mail-payment-confirmed', 'mail-links-delivered'] as const)
      await orderMails[name].run(shop.ctx, { orderId }, name);
    return shop.mails.map(({ text }) => text);
  };
  const cancelled = await createPaidOrder(shop, buy(shop.ctx, [9]));
  const { orderId, userId, links } = await createPaidOrder(shop, buy(shop.ctx, [10]));
  await sendLinks(shop.ctx, { actorUserId: userId, orderId, links });
  const reason = 'Pedido do cliente.';
  const staff = { actorUserId: cancelled.userId, orderId: cancelled.orderId, reason };
  expect(await cancelOrder(shop.ctx, staff)).toMatchObject({ ok: true });
  const returned = { actorUserId: userId, orderId, note: reason, requestKey: null };
  expect(await requestRefund(shop.ctx, returned)).toMatchObject({ ok: true });
  await shop.settled();
  for (const [id, what] of [
    [cancelled.orderId, 'cancelado'],
    [orderId, 'devolvido'],
  ] as const) {
    const mails = await late(id);
    expect(mails).toEqual([expect.stringContaining(`O pedido foi ${what} e o valor volta para você.`)]);
    expect(mails[0]).toContain('Total: R$ 15,00');
    expect(mails[0]).not.toMatch(/links|coleção/);
  }
});

const confirm = (userId: string, email: string) =>
  shop.ctx.db.updateTable('users').set({ email, email_verified: true }).where('id', '=', userId).execute();

// shows: threat 55
test.each([
  ['an address that nobody confirmed', null, []],
  ['the address that the account confirmed', customer.email, [customer.email]],
  ["a stranger's address, from an account that confirmed its own", 'eu@exemplo.com', []],
])('an unpaid order with %s, cancelled, mails nobody else', async (_case, confirmed, to) => {
  const userId = await shop.createUser();
  if (confirmed !== null) await confirm(userId, confirmed);
  const { orderId } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [3]) });
  expect(await cancelOwnOrder(shop.ctx, { userId, orderId })).toMatchObject({ ok: true });
  await orderMails['mail-order-cancelled'].run(shop.ctx, { orderId, refundCents: 0 }, 'job-9');
  expect(shop.mails.map((mail) => mail.to)).toEqual(to);
});

test('money that arrived proves an address well enough for what it is about, and names no stranger', async () => {
  const order = await createPaidOrder(shop, buy(shop.ctx, [4]));
  const name = 'https://roubo.exemplo/entrar';
  await shop.ctx.db
    .updateTable('orders')
    .set({ customer_name: name })
    .where('id', '=', order.orderId)
    .execute();
  await orderMails['mail-order-cancelled'].run(
    shop.ctx,
    { orderId: order.orderId, refundCents: 1500 },
    'job-10',
  );
  expect(shop.mails.map((mail) => mail.to)).toEqual([customer.email]);
  expect(JSON.stringify(shop.mails)).not.toContain('roubo');
  expect(shop.mails[0]!.text).toContain('Olá! O pedido');
});

test('an account mail goes where the account says', async () => {
  const url = 'http://localhost:3000/confirmar-email/t';
  await mailAccountJob.run(
    shop.ctx,
    { kind: 'confirm-email', to: 'ana@exemplo.com', name: 'Ana', url },
    'job-7',
  );
  expect(shop.mails).toMatchObject([{ id: 'job-7', to: 'ana@exemplo.com' }]);
  expect(shop.mails[0]!.text).toContain(url);
});

test("a flood of messages does not fill the team's mailbox, and all of them are kept", async () => {
  const write = (n: number) =>
    receiveMessage(shop.ctx, {
      kind: 'contact',
      userId: null,
      name: 'Ana',
      email: `ana-${n}@exemplo.com`,
      subject: null,
      body: `Oi ${n}`,
      clientAddress: `203.0.113.${n}`,
    });
  const ids: string[] = [];
  for (let n = 0; n < 34; n++) {
    const kept = await write(n);
    if (kept.ok) ids.push(kept.id);
  }
  expect(ids).toHaveLength(34);
  for (const messageId of ids) await mailMessageJob.run(shop.ctx, { messageId }, `message-${messageId}`);
  expect(shop.mails).toHaveLength(30);
  expect(shop.logLines.filter(({ event }) => event === 'message.not_mailed')).toHaveLength(4);
  shop.passSeconds(60);
  await mailMessageJob.run(shop.ctx, { messageId: ids[33]! }, 'later');
  expect(shop.mails).toHaveLength(31);
});

test("what no server took is not counted: the team's mails leave once one is there", async () => {
  const kept = await receiveMessage(shop.ctx, {
    kind: 'contact',
    userId: null,
    name: 'Ana',
    email: 'ana@exemplo.com',
    subject: null,
    body: 'Oi, ninguém responde?',
    clientAddress: '203.0.113.200',
  });
  if (!kept.ok) throw new Error(kept.reason);
  await shop.ctx.db.deleteFrom('rate_limits').execute();
  const silent = {
    ...shop.ctx,
    mailer: { ...shop.ctx.mailer, send: () => Promise.reject(new Error('No server took it.')) },
  };
  const run = (ctx: typeof shop.ctx) => mailMessageJob.run(ctx, { messageId: kept.id }, 'outage');
  for (let tries = 0; tries < 35; tries++) await expect(run(silent)).rejects.toThrow('No server took it.');
  const before = shop.mails.length;
  await run(shop.ctx);
  expect(shop.mails).toHaveLength(before + 1);
});

// shows: threat F7
test('the nightly clean-up runs on either database', async () => {
  const { db } = shop.ctx;
  const countedRows = async () => {
    const { rows } = await sql<{ n: number }>`
      select reltuples::int as n from pg_class where oid = 'users'::regclass
    `.execute(db);
    return rows[0]?.n;
  };
  await shop.createUser();
  const before = await countedRows();
  const users = await db.selectFrom('users').select('id').execute();
  expect(before).not.toBe(users.length);
  const checkpoint = async () => (await sql`select redo_lsn from pg_control_checkpoint()`.execute(db)).rows;
  const beginning = await checkpoint();
  // It counts the rows of the embedded one anew, and leaves a server to itself.
  await vacuum(shop.ctx);
  expect(await countedRows()).toBe(shop.url === null ? users.length : before);
  // The log of the embedded one begins anew once it is long.
  expect(await checkpoint()).toEqual(beginning);
  await vacuum(shop.ctx, { mostLogBytes: 0 });
  if (shop.url === null) expect(await checkpoint()).not.toEqual(beginning);
});

// The last one: from here on the queue is worked.
test('what waits in the queue of the release before is sent', async () => {
  const order = await createPaidOrder(shop, buy(shop.ctx, [5]));
  const itemId = order.items[0]!.id;
  await sendLinks(shop.ctx, { actorUserId: order.userId, orderId: order.orderId, links: order.links });
  await sql`delete from jobs.job where name not like '\\_\\_%'`.execute(shop.ctx.db);
  const { orderId } = order;
  const waiting: JobRequest[] = [
    { name: 'mail-payment-confirmed', data: { orderId } },
    { name: 'mail-links-delivered', data: { orderId } },
    { name: 'mail-link-replaced', data: { orderId, itemId } },
    { name: 'mail-charged-back', data: { orderId, chargeId: randomUUID(), amountCents: 100 } },
    { name: 'mail-order-cancelled', data: { orderId, refundCents: 100 } },
  ];
  await shop.ctx.transaction(async (tx) => {
    for (const job of waiting) await shop.ctx.enqueue(tx, job);
  });
  await shop.work();
  await expect.poll(() => shop.mails.length).toBe(waiting.length);
  expect(new Set(shop.mails.map(({ to }) => to))).toEqual(new Set([customer.email]));
});
