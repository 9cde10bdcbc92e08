import type { Gift } from '#shop/gifts/check-gift.ts';
import { placeOrder, type PlaceOrderResult } from '#shop/orders/place-order.ts';
import type { Purchase } from '#shop/orders/plan-purchase.ts';
import { startCharge } from '#shop/payments/charges/start-charge.ts';
import type { ChargeRow } from '#db/schema.ts';
import type { OutwardContext } from '#shop/context.ts';
import type { ChargeCustomer } from '#shop/payments/gateway.ts';

export const customer: ChargeCustomer = {
  name: 'Bruna Teste',
  email: 'bruna@exemplo.com',
  cellphone: '11987654321',
  taxId: '52998224725',
};

/** Skins of whatever catalogue the context has, counted from its first. */
export function skinsOf(
  ctx: OutwardContext,
  ...positions: number[]
): { sku: string; championId: string; skinNum: number }[] {
  return positions.map((position) => {
    const skin = ctx.catalog.current().skins[position];
    if (!skin) throw new Error(`The catalogue has no skin number ${position}.`);
    return { sku: skin.sku, championId: skin.championId, skinNum: skin.num };
  });
}

export function buy(ctx: OutwardContext, positions: number[]): Purchase {
  return { kind: 'skins', skins: skinsOf(ctx, ...positions) };
}

/** Places an order and gets its code, as the checkout endpoint does. */
export async function checkOut(
  ctx: OutwardContext,
  request: { userId: string; purchase: Purchase; idempotencyKey?: string; gift?: Gift },
): Promise<{ orderId: string; charge: ChargeRow; created: boolean }> {
  const placed = await placeOrder(ctx, {
    customer,
    shownTotalCents: null,
    ...request,
    idempotencyKey: request.idempotencyKey ?? null,
  });
  if (!placed.ok) throw new Error(`The order was refused: ${refusal(placed)}`);
  const started = await startCharge(ctx, placed.charge);
  if (!started.ok) throw new Error(`The charge did not start: ${started.reason}`);
  const charge = await ctx.db
    .selectFrom('charges')
    .selectAll()
    .where('id', '=', started.charge.id)
    .executeTakeFirstOrThrow();
  return { orderId: placed.order.id, charge, created: placed.created };
}

export function refusal(result: PlaceOrderResult): string {
  return result.ok ? 'none' : result.reason;
}
