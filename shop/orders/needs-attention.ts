import type { OrderFilter } from './match-order.ts';

/** Orders with money that a person must decide about. A slow refund only waits for its bank. */
export const needsAttention: OrderFilter = (eb) =>
  eb('orders.id', 'in', (sub) =>
    sub.selectFrom('attention').select('attention.order_id').where('attention.kind', '<>', 'refund_slow'),
  );
