import { Button } from '#app/ui/form/button.tsx';
import type { StaffOrder } from '#shop/orders/search/list-all-orders.ts';
import { useMay } from '../use-may.tsx';

/** Opens the links of an order, to send them or to look at them. Nothing where there are none. */
export function LinksButton({ order, onOpenLinks }: { order: StaffOrder; onOpenLinks: () => void }) {
  const mayDeliver = useMay('orders.deliver');
  const number = <span className="sr-only"> do pedido #{order.id.slice(0, 8)}</span>;
  if (order.status === 'pending' && mayDeliver) {
    return (
      <Button
        data-links-of={order.id}
        onClick={onOpenLinks}
        className="w-full whitespace-nowrap md:w-auto md:px-4"
      >
        Enviar Links{number}
      </Button>
    );
  }
  if (order.status === 'completed' && order.items.some((item) => item.downloadLink !== null)) {
    return (
      <Button
        variant="outline"
        data-links-of={order.id}
        onClick={onOpenLinks}
        className="w-full whitespace-nowrap md:w-auto"
      >
        Ver Links{number}
      </Button>
    );
  }
  return null;
}
