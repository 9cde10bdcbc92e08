import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { formatDateTime } from '#app/ui/format-date.ts';
import { formatReais } from '#app/ui/format-reais.ts';
import { Price } from '#app/ui/price.tsx';
import { ORDER_STATUS_LABELS } from '#shop/orders/order-status.ts';
import type { StaffOrder } from '#shop/orders/list-all-orders.ts';
import { REFUND_REASONS } from './refund-words.ts';

const TONES: Record<StaffOrder['status'], BadgeTone> = {
  awaiting_payment: 'neutral',
  pending: 'info',
  completed: 'ok',
  cancelled: 'danger',
};

const head = 'px-3 py-2.5 text-left text-xs font-medium text-muted';
const cell = 'block md:table-cell md:px-3 md:py-3.5 md:align-top';

/** One markup for both: rows of a table from 768 px, cards below. */
export function OrderTable({
  orders,
  onOpenLinks,
}: {
  orders: StaffOrder[];
  onOpenLinks: (order: StaffOrder) => void;
}) {
  return (
    <table className="block w-full border-collapse md:table">
      <thead className="hidden md:table-header-group">
        <tr className="border-b border-line">
          <th className={head}>Pedido</th>
          <th className={head}>Cliente</th>
          <th className={head}>Skins</th>
          <th className={head}>Situação</th>
          <th className={`${head} text-right`}>Valor</th>
          <th className={head}>
            <span className="sr-only">Ações</span>
          </th>
        </tr>
      </thead>
      <tbody className="flex flex-col gap-3 md:table-row-group">
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} onOpenLinks={() => onOpenLinks(order)} />
        ))}
      </tbody>
    </table>
  );
}

function OrderRow({ order, onOpenLinks }: { order: StaffOrder; onOpenLinks: () => void }) {
  return (
    <tr className="flex flex-col rounded-card border border-line bg-surface p-4 md:table-row md:rounded-none md:border-0 md:border-b md:bg-transparent md:p-0 md:hover:bg-surface">
      <td className={cell}>
        <span className="font-semibold whitespace-nowrap">Pedido #{order.id.slice(0, 8)}</span>
        <time dateTime={order.created_at} className="block text-xs whitespace-nowrap text-muted tabular-nums">
          {formatDateTime(order.created_at)}
        </time>
      </td>
      <td className={`${cell} mt-3 md:max-w-64`}>
        <span className="block break-words">{order.customer_name}</span>
        <span className="block text-xs break-all text-muted">{order.customer_email}</span>
      </td>
      <td className={`${cell} mt-3`}>
        {order.order_items.length === 0 ? (
          <span className="text-muted">Cobrança avulsa: {order.description}</span>
        ) : (
          <ul className="flex flex-col gap-0.5">
            {order.order_items.map((item) => (
              <li key={item.id}>
                {item.skin_name} <span className="text-muted">- {item.champion_name}</span>
              </li>
            ))}
          </ul>
        )}
        <MoneyNotes order={order} />
      </td>
      <td className={`${cell} order-first mb-2 self-start md:mb-0`}>
        <Badge tone={TONES[order.status]}>{ORDER_STATUS_LABELS[order.status] ?? order.status}</Badge>
      </td>
      <td className={`${cell} mt-3 md:text-right`}>
        <Price cents={Math.round(order.total_amount * 100)} className="font-semibold" />
      </td>
      <td className={`${cell} mt-3 md:text-right empty:hidden md:empty:table-cell`}>
        <RowAction order={order} onOpenLinks={onOpenLinks} />
      </td>
    </tr>
  );
}

function RowAction({ order, onOpenLinks }: { order: StaffOrder; onOpenLinks: () => void }) {
  const number = <span className="sr-only"> do pedido #{order.id.slice(0, 8)}</span>;
  if (order.status === 'pending') {
    return (
      <Button data-links-of={order.id} onClick={onOpenLinks} className="w-full whitespace-nowrap md:w-auto">
        Enviar Links{number}
      </Button>
    );
  }
  if (order.status === 'completed' && order.order_items.some((item) => item.download_link !== null)) {
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

/** Money that waits for a decision (ruling 4). */
function MoneyNotes({ order }: { order: StaffOrder }) {
  const notes = [
    ...order.held_charges.map(
      (held) =>
        `Pagamento retido: recebido ${formatReais(cents(held.paid_amount))} de ${formatReais(cents(held.amount))}`,
    ),
    ...order.refunds_due.map(
      (refund) => `A devolver: ${formatReais(cents(refund.amount))} (${REFUND_REASONS[refund.reason]})`,
    ),
  ];
  return notes.map((note, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- two notes may read the same
    <p key={index} className="mt-1.5 text-xs text-danger">
      {note}
    </p>
  ));
}

/** The API speaks reais (spec section 3); what is shown is counted in centavos. */
function cents(reais: number): number {
  return Math.round(reais * 100);
}
