import type { OwnOrder } from '#shop/orders/list-own-orders.ts';
import { Price } from '../skin/price.tsx';

type Sums = Pick<OwnOrder, 'status' | 'totalCents'>;

/** An order of another shop that came without sums. */
export const hasNoSums = ({ status, totalCents }: Sums): boolean => status === 'imported' && totalCents === 0;

export function OrderTotal({ order, className = '' }: { order: Sums; className?: string }) {
  return hasNoSums(order) ? 'Pago na outra loja' : <Price cents={order.totalCents} className={className} />;
}
