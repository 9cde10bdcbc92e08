import { afterAll, beforeAll, expect, test } from 'vitest';
import { action as checkOut, loader as readOrders } from '#app/doors/answer-api.ts';
import { loader as checkCart } from '#app/routes/cart/check-cart.ts';
import { loader as readSkin } from '#app/routes/store/skin.tsx';
import { orderMails } from '#jobs/mails/order-mails.ts';
import type { Skin } from '#shop/catalog/catalog.ts';
import type { OutwardContext } from '#shop/context.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { customer } from '#test/purchases.ts';
import { readBrCode } from '#test/providers/read-br-code.ts';
import { contextFor } from '#test/visitor/visitor.ts';

let shop: TestContext;
let ctx: OutwardContext;
let dear: Skin;
let plain: Skin;

beforeAll(async () => {
  shop = await createTestContext();
  const catalog = shop.ctx.catalog.current();
  const [first, second] = catalog.skins as [Skin, Skin];
  [dear, plain] = [{ ...first, priceCents: 2490 }, second];
  const findSkin: typeof catalog.findSkin = (sku) => {
    const skin = catalog.findSkin(sku);
    return skin === first ? dear : skin;
  };
  ctx = { ...shop.ctx, catalog: { ...shop.ctx.catalog, current: () => ({ ...catalog, findSkin }) } };
});
afterAll(() => shop.close());

const idOf = (skin: Skin) => `${skin.championId}_${skin.num}`;
const wanted = (skin: Skin, price: number) => ({ championId: skin.championId, skinNum: skin.num, price });

/** What a loader or an action answers this user, as JSON where it answers a Response. */
async function ask(
  handler: (args: never) => unknown,
  userId: string,
  path: string,
  { params = {}, body }: { params?: Record<string, string>; body?: object } = {},
): Promise<any> {
  const request = new Request(`http://localhost:3000${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json' },
  });
  const answer = await callRoute(handler, { request, params, context: contextFor(ctx, userId) });
  return answer instanceof Response ? answer.json() : answer;
}

async function pay(chargeId: string): Promise<void> {
  await shop.simulator.pay(chargeId);
  await checkCharge(ctx, chargeId);
}

test('a skin with another price keeps it from its page to the money that goes back', async () => {
  const userId = await shop.createUser();

  const page = await ask(readSkin, userId, '/loja', {
    params: { championId: dear.championId, skinNum: `${dear.num}` },
  });
  expect(page.skin.priceCents).toBe(2490);
  expect(page.structured[0]['script:ld+json'].offers.price).toBe('24.90');

  const ids = [idOf(dear), idOf(plain)];
  expect(await ask(checkCart, userId, `/carrinho/conferir?ids=${ids.join(',')}`)).toEqual({
    [idOf(dear)]: { state: 'for_sale', priceCents: 2490, isUpdating: false, aheadUntil: null },
    [idOf(plain)]: { state: 'for_sale', priceCents: 1500, isUpdating: false, aheadUntil: null },
  });

  const buy = (body: object) =>
    ask(checkOut, userId, '/api/create-pix-payment', { body: { customer, ...body } });
  const refused = await buy({ cartItems: [wanted(dear, 15), wanted(plain, 15)], amount: 30 });
  expect(refused.error.code).toBe('price_mismatch');
  const both = await buy({ cartItems: [wanted(dear, 24.9), wanted(plain, 15)], amount: 39.9 });
  expect(both.payment.amount).toBe(39.9);
  expect(readBrCode(both.payment.pixCode).amountCents).toBe(3990);
  const again = await buy({ skinData: wanted(dear, 24.9), amount: 24.9 });
  expect(readBrCode(again.payment.pixCode).amountCents).toBe(2490);

  await pay(both.payment.id);
  await orderMails['mail-payment-confirmed'].run(ctx, { orderId: both.order.id }, 'receipt');
  const receipt = shop.mails.find(({ id }) => id === 'receipt')?.text;
  expect(receipt).toContain(`${dear.name} (${dear.championName}): R$ 24,90`);
  expect(receipt).toContain(`${plain.name} (${plain.championName}): R$ 15,00`);
  expect(receipt).toContain('Total: R$ 39,90');

  // The same skin through an order that was open by then: what it cost goes back.
  await pay(again.payment.id);
  const orders = await ask(readOrders, userId, '/api/orders');
  const sums = new Map(orders.map((order: any) => [order.id, [order.total_amount, order.refund_due_amount]]));
  expect(sums.get(both.order.id)).toEqual([39.9, 0]);
  expect(sums.get(again.order.id)).toEqual([24.9, 24.9]);
});
