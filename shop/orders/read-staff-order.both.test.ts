import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTicket } from '#shop/tickets/open-ticket.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy } from '#test/purchases.ts';
import { DELETED_ACCOUNT, forgetCustomers } from './forget-customers.ts';
import { readStaffOrder } from './read-staff-order.ts';

let shop: TestContext;
beforeAll(async () => {
  shop = await createTestContext();
  shop.stopClock();
});
afterAll(() => shop.close());

const pay = (position: number, userId?: string) => createPaidOrder(shop, buy(shop.ctx, [position]), userId);

test('staff read when an order was paid, who bought it, and never the whole tax id', async () => {
  const placedAt = shop.ctx.now();
  const { orderId } = await pay(0);
  const details = await readStaffOrder(shop.ctx, orderId);
  expect(details).toMatchObject({
    paidAt: placedAt,
    buyer: { phone: '11987654321', taxId: { kind: 'CPF', ending: '4725' } },
    money: { charges: [{ paidAt: placedAt, receivedCents: 1500 }] },
  });
  expect(JSON.stringify(details)).not.toContain('52998224725');
});

test('the newest five other orders of the account stand beside it, counted, and nobody else’s', async () => {
  const { orderId, userId } = await pay(0);
  const others = [];
  for (let n = 1; n <= 6; n++) {
    shop.passSeconds(1);
    others.unshift((await pay(n, userId)).orderId);
  }
  await pay(1);
  const { orders } = (await readStaffOrder(shop.ctx, orderId))!.buyer;
  expect(orders.count).toBe(6);
  expect(orders.entries.map(({ id }) => id)).toEqual(others.slice(0, 5));
  expect(orders.entries[0]).toMatchObject({ status: 'pending', totalCents: 1500 });
});

test('threads are read by whose role opens them, the ones about this order first', async () => {
  const { orderId, userId } = await pay(0);
  const write = async (subject: string, about: object) => {
    shop.passSeconds(60);
    const opened = await openTicket(shop.ctx, { userId, subject, text: 'Não abre aqui.', ...about });
    expect(opened.ok).toBe(true);
  };
  await write('Do pedido', { orderId });
  await write('Outra coisa', {});
  const { buyer } = (await readStaffOrder(shop.ctx, orderId, { withTickets: true }))!;
  expect(buyer.tickets).toMatchObject({
    count: 2,
    entries: [
      { subject: 'Do pedido', state: 'open', isAboutOrder: true },
      { subject: 'Outra coisa', state: 'open', isAboutOrder: false },
    ],
  });
  expect((await readStaffOrder(shop.ctx, orderId))!.buyer.tickets).toBeNull();
});

test('of a forgotten buyer nothing is left but the order', async () => {
  const { orderId } = await pay(0);
  await shop.ctx.transaction((tx) => forgetCustomers(tx, [orderId], DELETED_ACCOUNT));
  await shop.ctx.db.updateTable('orders').set({ user_id: null }).where('id', '=', orderId).execute();
  const { order, buyer } = (await readStaffOrder(shop.ctx, orderId, { withTickets: true }))!;
  expect(order).toMatchObject({ customerName: 'Conta excluída', totalCents: 1500 });
  expect(buyer).toEqual({
    phone: null,
    taxId: null,
    accountEmail: null,
    orders: { count: 0, entries: [] },
    tickets: { count: 0, entries: [] },
  });
});
