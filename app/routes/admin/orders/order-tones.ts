import type { BadgeTone } from '#app/ui/list/badge.tsx';
import type { StaffOrder } from '#shop/orders/search/list-all-orders.ts';

export const ORDER_TONES: Record<StaffOrder['status'], BadgeTone> = {
  awaiting_payment: 'neutral',
  pending: 'info',
  completed: 'ok',
  cancelled: 'danger',
  imported: 'neutral',
};
