import type { OrderFilter } from './match-order.ts';

/** Orders with money that a person must decide about. A slow refund only waits for its bank. */
export const needsAttention: OrderFilter = (eb) =>
  eb('orders.id', 'in', (sub) =>
    sub
      .selectFrom('attention_of_staff as waiting')
      .select('waiting.order_id')
      .where('waiting.kind', '<>', 'refund_slow'),
  );
