import type { OrderStatus } from '#db/schema.ts';
import { Price } from '../skin/price.tsx';

interface Sums {
  status: OrderStatus;
  totalCents: number;
}

/** An order of another shop that came without sums. */
export const hasNoSums = ({ status, totalCents }: Sums): boolean => status === 'imported' && totalCents === 0;

export function OrderTotal({ order, className = '' }: { order: Sums; className?: string }) {
  return hasNoSums(order) ? 'Pago na outra loja' : <Price cents={order.totalCents} className={className} />;
}
