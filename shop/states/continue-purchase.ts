import type { Executor } from '#db/client.server.ts';
import type { ShopContext } from '#shop/context.ts';
import type { Step } from '#shop/tracing.ts';

/**
 * Does a step of a purchase in the trace that began with its checkout, whatever causes it: a webhook, a sweep, a
 * clerk (docs/tracing.md). `executor`: the open transaction, if the caller has one.
 */
export async function continuePurchase<T>(
  ctx: Pick<ShopContext, 'tracing'>,
  executor: Executor,
  purchase: { orderId: string } | { chargeId: string },
  step: Step,
  work: () => Promise<T>,
): Promise<T> {
  if (!ctx.tracing.isOn) return work();
  const order = await executor
    .selectFrom('orders')
    .select(['id', 'trace'])
    .where('id', '=', (eb) =>
      'orderId' in purchase
        ? eb.val(purchase.orderId)
        : eb.selectFrom('charges').select('order_id').where('charges.id', '=', purchase.chargeId),
    )
    .executeTakeFirst();
  const facts = { ...step.facts, ...(order && { 'fulgor.order.id': order.id }) };
  return ctx.tracing.stepAt(order?.trace ?? null, { ...step, facts }, work);
}
