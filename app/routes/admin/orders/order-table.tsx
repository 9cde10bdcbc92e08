import { Link } from 'react-router';
import { Badge } from '#app/ui/list/badge.tsx';
import { FoldedList } from '#app/ui/list/folded-list.tsx';
import { formatDateTime } from '#shop/text/format-date.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import { useNow } from '#app/ui/live/use-now.ts';
import { OrderTotal } from '#app/ui/order/order-total.tsx';
import { ORDER_STATUS_LABELS } from '#shop/states/order-status.ts';
import type { StaffOrder } from '#shop/orders/search/list-all-orders.ts';
import { DueBadge } from './due-badge.tsx';
import { LinksButton } from './links-button.tsx';
import { ORDER_TONES } from './order-tones.ts';
import { MARKS_FORM, type Marks } from './use-marks.ts';
import { REFUND_REASONS } from '../money/refund-words.ts';

const head = 'px-3 py-2.5 text-left text-xs font-medium text-muted';
const cellPadding = 'md:px-3 md:py-2 md:align-top';
const cell = `block md:table-cell ${cellPadding}`;

/** One markup for both: rows of a table from 768 px, cards below. */
export function OrderTable({
  orders,
  marks,
  readAt,
  onOpenLinks,
}: {
  orders: StaffOrder[];
  marks: Marks;
  /** When the server read them. */
  readAt: Date;
  onOpenLinks: (order: StaffOrder) => void;
}) {
  const now = useNow(readAt);
  return (
    <table className="block w-full border-collapse md:table md:table-fixed">
      <thead className="hidden md:table-header-group">
        <tr className="border-b border-line">
          <th className={`${head} md:w-48`}>Pedido</th>
          <th className={head}>Cliente</th>
          <th className={head}>Skins</th>
          <th className={`${head} hidden xl:table-cell xl:w-48`}>Situação</th>
          <th className={`${head} text-right md:w-28`}>Valor</th>
          <th className={`${head} md:w-36 xl:w-40`}>
            <span className="sr-only">Ações</span>
          </th>
        </tr>
      </thead>
      <tbody className="flex flex-col gap-3 md:table-row-group">
        {orders.map((order) => (
          <OrderRow
            key={order.id}
            order={order}
            isMarked={marks.isMarked(order.id)}
            onMark={() => marks.toggle(order.id)}
            now={now}
            onOpenLinks={() => onOpenLinks(order)}
          />
        ))}
      </tbody>
    </table>
  );
}

function OrderRow({
  order,
  isMarked,
  onMark,
  now,
  onOpenLinks,
}: {
  order: StaffOrder;
  isMarked: boolean;
  onMark: () => void;
  now: Date;
  onOpenLinks: () => void;
}) {
  return (
    <tr className="flex flex-col rounded-card border border-line bg-surface p-4 md:table-row md:rounded-none md:border-0 md:border-b md:bg-transparent md:p-0 md:hover:bg-surface">
      <td className={cell}>
        {/* Five columns are what fits beside the navigation below 1280 px. */}
        <span className="mb-1.5 hidden md:block xl:hidden">
          <StatusBadge order={order} now={now} />
        </span>
        <span className="flex items-center">
          <label className="relative -my-3 -mr-1.5 -ml-3 grid size-11 shrink-0 cursor-pointer place-items-center">
            <span className="sr-only">Marcar o pedido #{order.id.slice(0, 8)}</span>
            <input
              type="checkbox"
              form={MARKS_FORM}
              name="orderIds"
              value={order.id}
              checked={isMarked}
              onChange={onMark}
              className="size-[18px] accent-accent"
            />
          </label>
          <Link
            to={`/admin/pedidos/${order.id}`}
            className="-my-2.5 py-2.5 font-semibold whitespace-nowrap underline decoration-line underline-offset-4 hover:decoration-current"
          >
            Pedido #{order.id.slice(0, 8)}
          </Link>
        </span>
        <time
          dateTime={order.createdAt.toISOString()}
          className="block text-xs whitespace-nowrap text-muted tabular-nums"
        >
          {formatDateTime(order.createdAt)}
        </time>
      </td>
      <td className={`${cell} mt-3`}>
        <span title={order.customerName} className="block [overflow-wrap:anywhere] md:truncate">
          {order.customerName}
        </span>
        <span
          title={order.customerEmail}
          className="block text-xs [overflow-wrap:anywhere] text-muted md:truncate"
        >
          {order.customerEmail}
        </span>
      </td>
      <td className={`${cell} mt-3`}>
        {order.items.length === 0 ? (
          <span className="text-muted">Cobrança avulsa: {order.description}</span>
        ) : (
          <FoldedList limit={4} noun="skins" className="flex flex-col gap-0.5">
            {order.items.map((item) => (
              <li key={item.id} className="break-words">
                {item.skinName} <span className="text-muted">- {item.championName}</span>
              </li>
            ))}
          </FoldedList>
        )}
        <MoneyNotes order={order} />
      </td>
      <td className={`order-first mb-2 block self-start md:mb-0 md:hidden xl:table-cell ${cellPadding}`}>
        <StatusBadge order={order} now={now} />
      </td>
      <td className={`${cell} mt-3 md:text-right`}>
        <OrderTotal order={order} className="font-semibold" />
      </td>
      <td className={`${cell} mt-3 md:text-right empty:hidden md:empty:table-cell`}>
        <LinksButton order={order} onOpenLinks={onOpenLinks} />
      </td>
    </tr>
  );
}

function StatusBadge({ order, now }: { order: StaffOrder; now: Date }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={ORDER_TONES[order.status]}>{ORDER_STATUS_LABELS[order.status] ?? order.status}</Badge>
      <DueBadge order={order} now={now} />
      {order.isRefunded && <Badge>Reembolsado</Badge>}
    </span>
  );
}

/** What waits for a decision: money, and a wish to give the order back. */
function MoneyNotes({ order }: { order: StaffOrder }) {
  const notes = [
    ...(order.asksBack ? ['O cliente pediu a devolução'] : []),
    ...order.heldCharges.map(
      (held) =>
        `Pagamento retido: recebido ${formatReais(held.paidCents)} de ${formatReais(held.amountCents)}`,
    ),
    ...order.refundsDue.map(
      (refund) => `A devolver: ${formatReais(refund.amountCents)} (${REFUND_REASONS[refund.reason]})`,
    ),
  ];
  return notes.map((note, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- two notes may read the same
    <p key={index} className="mt-1.5 text-xs text-danger">
      {note}
    </p>
  ));
}
