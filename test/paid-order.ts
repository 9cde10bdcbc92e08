import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import type { Purchase } from '#shop/orders/plan-purchase.ts';
import type { SoldItemRow } from '#db/schema.ts';
import type { TestContext } from './context.ts';
import { checkOut } from './purchases.ts';

export interface PaidOrder {
  orderId: string;
  userId: string;
  items: SoldItemRow[];
  /** One valid link per item. */
  links: Record<string, string>;
}

/** An order that waits for its links. */
export async function createPaidOrder(
  shop: TestContext,
  purchase: Purchase,
  userId?: string,
): Promise<PaidOrder> {
  const buyer = userId ?? (await shop.createUser());
  const { orderId, charge } = await checkOut(shop.ctx, { userId: buyer, purchase });
  await shop.simulator.pay(charge.id);
  await checkCharge(shop.ctx, charge.id);
  const items = await shop.ctx.db
    .selectFrom('owed_items')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();
  const links = Object.fromEntries(
    items.map((item) => [item.id, `https://arquivos.exemplo.com/${item.id}.zip`]),
  );
  return { orderId, userId: buyer, items, links };
}
