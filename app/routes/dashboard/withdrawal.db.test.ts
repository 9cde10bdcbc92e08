import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy, checkOut } from '#test/purchases.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { postForm } from '#test/visitor/post-form.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { action, loader } from './withdrawal.tsx';

let shop: TestContext;
beforeAll(async () => void (shop = await createTestContext()));
afterAll(() => shop.close());

type Answer = {
  data: { order?: unknown; failure?: { description: string; field?: string }; reason?: string };
};
const path = (orderId: string) => `/dashboard/pedidos/${orderId}/devolucao`;
const open = (userId: string, id: string) =>
  callRoute(loader, { path: path(id), params: { id }, context: contextFor(shop.ctx, userId) });
const send = (userId: string, id: string, reason: string) =>
  callRoute(action, {
    request: postForm(path(id), { reason }),
    params: { id },
    context: contextFor(shop.ctx, userId),
  });

test('without scripts the form asks, keeps what a refused person typed, and leads to the orders', async () => {
  const { orderId, userId } = await createPaidOrder(shop, buy(shop.ctx, [0]));
  expect(await open(userId, orderId)).toMatchObject({ closed: null, isAutomatic: false });
  const refused = (await send(userId, orderId, 'x')) as Answer;
  expect(refused.data).toMatchObject({ failure: { field: 'reason' }, reason: 'x' });
  const done = (await send(userId, orderId, '')) as Response;
  expect([done.status, done.headers.get('location')]).toEqual([302, '/dashboard/pedidos']);
  expect(await open(userId, orderId)).toMatchObject({
    closed: expect.stringContaining('já foi pedida') as string,
    order: { withdrawal: { isWaiting: true } },
  });
});

test('an order that cannot be given back says why', async () => {
  const { orderId, userId } = await createPaidOrder(shop, buy(shop.ctx, [2]));
  const unpaid = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [3]) });
  const why = async (id: string) => ((await open(userId, id)) as { closed: string }).closed;
  expect(await why(unpaid.orderId)).toContain('ainda não foi pago');
  shop.passSeconds(7 * 24 * 3600);
  expect(await why(orderId)).toContain('prazo de 7 dias');
});

test('the order of somebody else is not there, and cannot be given back', async () => {
  const { orderId } = await createPaidOrder(shop, buy(shop.ctx, [1]));
  const other = await shop.createUser();
  for (const id of [orderId, 'nada']) {
    expect(((await open(other, id)) as Answer).data).toEqual({ order: null });
    expect(((await send(other, id, '')) as Answer).data).toMatchObject({
      failure: { description: 'Pedido não encontrado.' },
    });
  }
  expect(
    await shop.ctx.db.selectFrom('withdrawals').selectAll().where('order_id', '=', orderId).execute(),
  ).toEqual([]);
});
