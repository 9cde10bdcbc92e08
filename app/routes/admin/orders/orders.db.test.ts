import { afterAll, beforeAll, expect, test } from 'vitest';
import { revokeStaff } from '#shop/accounts/staff/grant-staff.ts';
import type { ShopContext } from '#shop/context.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy } from '#test/purchases.ts';
import { callApi } from '#test/visitor/call-api.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { loader as catalogLoader } from '../catalog/catalog-status.tsx';
import { loader as layoutLoader } from '../layout.tsx';
import { loader as ordersLoader } from './orders.tsx';
import { loader as productsLoader } from '../products/products.tsx';

let shop: TestContext;
let clerk: string;
beforeAll(async () => {
  shop = await createTestContext();
  clerk = await createClerk(shop);
});
afterAll(() => shop.close());

type Loader = (args: never) => unknown;

async function open(loader: Loader, userId: string | null, path = '/admin', ctx: ShopContext = shop.ctx) {
  try {
    return await callRoute(loader, { path, context: contextFor(ctx, userId) });
  } catch (thrown) {
    return thrown;
  }
}

// shows: spec 2.59, spec 2.60, spec 3.4
test('whoever is not staff is led to the start page, by every loader of the area', async () => {
  const customer = await shop.createUser();
  const former = await createClerk(shop);
  await revokeStaff(shop.ctx, { email: `${former}@exemplo.com` }, null);
  for (const loader of [layoutLoader, ordersLoader, productsLoader] as Loader[]) {
    for (const userId of [null, customer, former]) {
      const answer = (await open(loader, userId)) as Response;
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/']);
    }
  }
});

test('a failed look-up of the role counts as no role', async () => {
  const db = {
    selectFrom(table: 'users' | 'user_roles') {
      if (table === 'user_roles') throw new Error('gone');
      return shop.ctx.db.selectFrom(table);
    },
  } as unknown as ShopContext['db'];
  const broken = { ...shop.ctx, db };
  expect(await open(ordersLoader as Loader, clerk, '/admin', broken)).toMatchObject({ status: 302 });
  expect(shop.logLines.map((line) => line.event)).toContain('Error checking admin status');
});

test('staff get the orders of the filter in the address, and how many wait', async () => {
  const { orderId } = await createPaidOrder(shop, buy(shop.ctx, [0]));
  const shown = await open(ordersLoader as Loader, clerk, `/admin?status=pending&q=${orderId.slice(0, 8)}`);
  expect(shown).toMatchObject({
    orders: [{ id: orderId }],
    counts: { pending: 1, late: 0, attention: 0 },
    nextPage: null,
  });
  expect(await open(ordersLoader as Loader, clerk, '/admin?status=completed')).toMatchObject({ orders: [] });
});

test("'Aguardando Envio' begins with what is due first, and all orders with the newest", async () => {
  const { db } = shop.ctx;
  const bought = [];
  for (const skin of [1, 2, 3]) bought.push((await createPaidOrder(shop, buy(shop.ctx, [skin]))).orderId);
  const [first, , last] = bought as [string, string, string];
  await db
    .updateTable('orders')
    .set({ due_at: new Date(0) })
    .where('id', '=', last)
    .execute();
  await db
    .updateTable('orders')
    .set({ due_at: new Date(1) })
    .where('id', '=', first)
    .execute();
  const shown = async (path: string) => {
    const screen = (await open(ordersLoader as Loader, clerk, path)) as { orders: { id: string }[] };
    return screen.orders.map(({ id }) => id);
  };
  expect((await shown('/admin?status=pending')).slice(0, 2)).toEqual([last, first]);
  expect((await shown('/admin')).slice(0, 3)).toEqual(bought.toReversed());
});

test('the catalogue page is given what the boot has found in the clear', async () => {
  const settings = { ...shop.ctx.settings, unencryptedConnections: ['SMTP_URL: use smtps://.'] };
  const page = await open(catalogLoader, clerk, '/admin/catalogo', { ...shop.ctx, settings });
  expect(page).toMatchObject({ unencryptedConnections: settings.unencryptedConnections });
});

test('the catalogue page counts what can be bought now', async () => {
  const { skins } = shop.ctx.catalog.current();
  const { championId, num } = skins[5]!;
  const shown = () => open(catalogLoader, clerk, '/admin/catalogo');
  expect(await shown()).toMatchObject({ skins: skins.length });
  const off = { name: 'Fora', price: 15, is_active: false, champion_id: championId, skin_num: num };
  expect((await callApi(shop.ctx, clerk, 'POST /api/admin/products', off)).status).toBe(201);
  await shop.ctx.catalog.reload();
  expect(await shown()).toMatchObject({ skins: skins.length - 1 });
});
