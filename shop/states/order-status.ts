import type { OrderStatus } from '#db/schema.ts';

/**
 * Every allowed change of an order (docs/rulings.md, 'Order life'). `cancelled → pending` is a late payment: the shop
 * accepts money that arrived. `reopened` leads back to `pending`: a delivered gift whose receiver chose another skin.
 * Every change is an UPDATE with these sources as its condition; zero rows means "already done".
 */
export const ORDER_TRANSITIONS = {
  pending: ['awaiting_payment', 'cancelled'],
  completed: ['pending'],
  cancelled: ['awaiting_payment', 'pending'],
  reopened: ['completed'],
} as const satisfies Partial<Record<OrderStatus | 'reopened', readonly OrderStatus[]>>;

export const ORDER_STATUS_LABELS: Record<OrderStatus, string> = {
  awaiting_payment: 'Aguardando Pagamento',
  pending: 'Aguardando Envio',
  completed: 'Concluído',
  cancelled: 'Cancelado',
  imported: 'De outra loja',
};
