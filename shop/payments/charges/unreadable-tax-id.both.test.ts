import { afterAll, beforeAll, expect, test } from 'vitest';
import { resumeOrder } from '#shop/orders/resume-order.ts';
import { sealText } from '#shop/secrets/seal-text.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { buy, checkOut } from '#test/purchases.ts';
import { startCharge } from './start-charge.ts';

let shop: TestContext;
beforeAll(async () => void (shop = await createTestContext()));
afterAll(() => shop.close());

test('an order whose tax id no secret opens gets no new code, and the same purchase mends it', async () => {
  const userId = await shop.createUser();
  const { orderId } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [0]) });
  await shop.ctx.db
    .updateTable('orders')
    .set({ customer_tax_id_sealed: sealText(Buffer.alloc(32, 1), '52998224725') })
    .where('id', '=', orderId)
    .execute();
  shop.passSeconds(3601);
  const resumed = await resumeOrder(shop.ctx, { userId, orderId });
  if (!resumed.ok) throw new Error(resumed.reason);
  expect(await startCharge(shop.ctx, resumed.charge)).toEqual({ ok: false, reason: 'gateway_refused' });

  // The form asks for it again; it is one and the same order.
  const again = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [0]) });
  expect(again.orderId).toBe(orderId);
  expect(again.charge.pix_code).toMatch(/^000201/);
});
