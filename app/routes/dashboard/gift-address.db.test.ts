import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { buy, checkOut } from '#test/purchases.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { postForm } from '#test/visitor/post-form.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { action, loader } from './gift-address.tsx';

let shop: TestContext;
beforeAll(async () => void (shop = await createTestContext()));
afterAll(() => shop.close());

const path = (orderId: string) => `/dashboard/pedidos/${orderId}/presente`;
const open = (userId: string, id: string) =>
  callRoute(loader, { path: path(id), params: { id }, context: contextFor(shop.ctx, userId) });
const send = (userId: string, id: string, fields: Record<string, string>) =>
  callRoute(action, {
    request: postForm(path(id), fields),
    params: { id },
    context: contextFor(shop.ctx, userId),
  });

async function give(position: number) {
  const userId = await shop.createUser();
  const gift = { email: 'amgia@exemplo.com', message: null };
  const { orderId, charge } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [position]), gift });
  await shop.simulator.pay(charge.id);
  await checkCharge(shop.ctx, charge.id);
  return { userId, orderId };
}

test('without scripts the form corrects the address of a gift; a slip is asked about once and kept', async () => {
  const { userId, orderId } = await give(0);
  expect(await open(userId, orderId)).toMatchObject({
    gift: { receiverEmail: 'amgia@exemplo.com', isPaid: true },
    closed: null,
  });
  const slip = { email: 'amiga@gmial.com' };
  expect(await send(userId, orderId, slip)).toMatchObject({
    data: { failure: { description: 'Você quis dizer amiga@gmail.com?', field: 'email' }, typed: slip },
    init: { status: 400 },
  });
  expect(await send(userId, orderId, { email: 'amiga' })).toMatchObject({
    data: { failure: { field: 'email' }, typed: { email: 'amiga' } },
    init: { status: 422 },
  });
  const done = (await send(userId, orderId, { ...slip, asked: slip.email })) as Response;
  expect([done.status, done.headers.get('location')]).toEqual([302, `/dashboard/pedidos#pedido-${orderId}`]);
  expect(await open(userId, orderId)).toMatchObject({ gift: { receiverEmail: 'amiga@gmial.com' } });
});

test('the gift of somebody else is not there, an order that is none says so, and tries are limited', async () => {
  const { userId, orderId } = await give(1);
  const other = await shop.createUser();
  for (const id of [orderId, 'nada']) {
    expect(await open(other, id)).toMatchObject({ data: { gift: null }, init: { status: 404 } });
    expect(await send(other, id, { email: 'amiga@exemplo.com' })).toMatchObject({ init: { status: 404 } });
  }
  const own = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [2]) });
  expect(await open(userId, own.orderId)).toMatchObject({ closed: 'Este pedido não é um presente.' });
  const statuses = [];
  for (let n = 0; n < 11; n++) {
    const answer = await send(userId, own.orderId, { email: 'amiga@exemplo.com' });
    statuses.push((answer as { init: { status: number } }).init.status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(409), 429]);
});
