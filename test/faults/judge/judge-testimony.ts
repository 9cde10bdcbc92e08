import { isMoney, type Evidence } from './evidence.ts';

/** What people were told must be in the books. */
export function judgeTestimony({ bank, books, testimony, customers }: Evidence): string[] {
  const wrong: string[] = [];
  const orders = new Map(books.orders.map((order) => [order.id, order]));
  const charges = new Map(books.charges.map((charge) => [charge.id, charge]));

  for (const { intent, orderId } of testimony.ordersTold) {
    if (!orders.has(orderId))
      wrong.push(`LOST: order ${orderId} of intent ${intent} was answered and does not exist`);
  }
  for (const { paymentId, code, orderId } of testimony.shown) {
    const row = charges.get(paymentId);
    if (row?.order_id !== orderId)
      wrong.push(`LOST: the code shown for order ${orderId} belongs to no charge of it`);
    // Deleting an account takes the code off the row.
    else if (row.pix_code !== code && orders.get(orderId)?.user_id !== null) {
      wrong.push(`charge ${paymentId} was shown with a code that is not stored`);
    }
    if (row && bank.byCode(code)?.id !== row.gateway_charge_id) {
      wrong.push(
        `the code shown for charge ${paymentId} is the bank's charge ${bank.byCode(code)?.id}, stored is ${row.gateway_charge_id}`,
      );
    }
  }
  for (const id of testimony.paidTold) {
    if (!isMoney(charges.get(id)?.status ?? ''))
      wrong.push(`the buyer was told that ${id} is paid; it is ${charges.get(id)?.status}`);
  }
  wrong.push(...judgeSameOrder());

  for (const { eventId, ackedAt } of testimony.webhooks) {
    const stored = books.events.filter((row) => row.event_id === eventId).length;
    if (ackedAt !== null && stored === 0)
      wrong.push(`LOST: webhook ${eventId} was answered 2xx and is not stored`);
    if (stored > 1) wrong.push(`DUPLICATE: webhook ${eventId} is stored ${stored} times`);
  }
  for (const id of new Set(testimony.linksTold)) {
    const told = testimony.linksTold.filter((each) => each === id).length;
    if (told > 1)
      wrong.push(`DUPLICATE: ${told} members of staff were told that they sent the links of order ${id}`);
    if (orders.get(id)?.status !== 'completed')
      wrong.push(`LOST: the links of order ${id} were sent; it is ${orders.get(id)?.status}`);
  }
  for (const number of testimony.deletionsTold) {
    const id = customers[number]?.userId;
    if (books.users.some((user) => user.id === id))
      wrong.push(`customer ${number} was told that the account is gone`);
    if (books.collection.some((row) => row.user_id === id))
      wrong.push(`customer ${number} is gone and the collection is not`);
  }
  for (const { name, state, order_id } of books.mailJobs) {
    if (state === 'failed') wrong.push(`LOST: job ${name} of order ${order_id} was given up`);
  }
  return wrong;

  /** One key, one order; and one open order for one purchase. */
  function judgeSameOrder(): string[] {
    const found: string[] = [];
    const byKey = new Map<string, Set<string>>();
    for (const { intent, orderId, hasKey } of testimony.ordersTold) {
      if (hasKey) byKey.set(String(intent), (byKey.get(String(intent)) ?? new Set()).add(orderId));
    }
    for (const [intent, ids] of byKey) {
      if (ids.size > 1) found.push(`DUPLICATE: intent ${intent} got ${ids.size} orders for one key`);
    }
    const seen = new Map<string, number>();
    for (const order of books.orders) {
      if (order.user_id === null) continue;
      const keys = [
        ...(order.idempotency_key === null ? [] : [`key ${order.idempotency_key}`]),
        ...(order.status === 'awaiting_payment' ? [`open purchase ${order.fingerprint}`] : []),
      ];
      for (const key of keys) {
        const name = `${order.user_id} ${key}`;
        seen.set(name, (seen.get(name) ?? 0) + 1);
      }
    }
    for (const [name, times] of seen) {
      if (times > 1) found.push(`DUPLICATE: ${times} orders for ${name}`);
    }
    return found;
  }
}
