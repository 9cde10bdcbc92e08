import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy, checkOut } from '#test/purchases.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { loader as collectionLoader } from './collection.tsx';
import { loader as downloadLoader } from './download.tsx';
import { loader as howToLoader } from './how-to-use.tsx';
import { loader as layoutLoader } from './layout.tsx';
import { loader as ordersLoader } from './orders.tsx';

let shop: TestContext;
beforeAll(async () => void (shop = await createTestContext()));
afterAll(() => shop.close());

type Loader = (args: never) => unknown;

async function open(loader: Loader, userId: string | null, path = '/dashboard/pedidos') {
  try {
    return await callRoute(loader, { path, context: contextFor(shop.ctx, userId) });
  } catch (thrown) {
    return thrown;
  }
}

// shows: spec 2.29, spec 2.30, spec 6.2
test('a visitor is led to sign in, and back to where they were going', async () => {
  for (const loader of [layoutLoader, collectionLoader, ordersLoader, downloadLoader, howToLoader]) {
    const answer = (await open(loader, null, '/dashboard/pedidos?paginas=2')) as Response;
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      '/auth?voltar=%2Fdashboard%2Fpedidos%3Fpaginas%3D2',
    ]);
  }
});

// shows: threat 53, spec 3.8, spec 3.9, spec 3.10, spec 6.2, spec 7.5
test('everybody sees their own orders and skins, unpaid orders included, and no link leaves the server', async () => {
  const order = await createPaidOrder(shop, buy(shop.ctx, [0, 1]));
  const unpaid = await checkOut(shop.ctx, { userId: order.userId, purchase: buy(shop.ctx, [2]) });
  await createPaidOrder(shop, buy(shop.ctx, [0, 1]));
  await sendLinks(shop.ctx, { actorUserId: order.userId, orderId: order.orderId, links: order.links });

  const orders = await open(ordersLoader, order.userId);
  expect(orders).toMatchObject({
    orders: [
      { id: unpaid.orderId, status: 'awaiting_payment' },
      { id: order.orderId, status: 'completed' },
    ],
    nextPage: null,
  });
  const collection = await open(collectionLoader, order.userId);
  expect(collection).toMatchObject({ skins: [{ isReady: true }, { isReady: true }] });
  expect(JSON.stringify([orders, collection])).not.toContain('arquivos.exemplo.com');
});

test('the modifier is offered only where its address is a link', async () => {
  const userId = await shop.createUser();
  shop.ctx.settings.modifierUrl = 'javascript:alert(1)';
  expect(await open(downloadLoader, userId)).toEqual({ modifierUrl: null });
  shop.ctx.settings.modifierUrl = 'https://arquivos.exemplo.com/pasta';
  expect(await open(downloadLoader, userId)).toEqual({ modifierUrl: 'https://arquivos.exemplo.com/pasta' });
});
