import { OpenButton } from '#app/ui/form/open-button.tsx';
import type { StaffOrder } from '#shop/orders/search/list-all-orders.ts';
import { hasLinks } from '../files/use-links-dialog.ts';
import { useMay } from '../use-may.tsx';
import { SHOWN } from './order-filters.ts';

/** Opens the links of an order, to send them or to look at them. Nothing where there are none. */
export function LinksButton({ order, onOpenLinks }: { order: StaffOrder; onOpenLinks: () => void }) {
  const mayDeliver = useMay('orders.deliver');
  if (!hasLinks(order, mayDeliver)) return null;
  const isSent = order.status === 'completed';
  return (
    <OpenButton
      variant={isSent ? 'outline' : 'accent'}
      data-links-of={order.id}
      name="links"
      value={order.id}
      keeps={SHOWN}
      onOpen={onOpenLinks}
      className={`w-full whitespace-nowrap md:w-auto ${isSent ? '' : 'md:px-4'}`}
    >
      {isSent ? 'Ver Links' : 'Enviar Links'}
      <span className="sr-only"> do pedido #{order.id.slice(0, 8)}</span>
    </OpenButton>
  );
}
