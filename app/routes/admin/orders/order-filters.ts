import { ORDER_STATUS_LABELS } from '#shop/states/order-status.ts';
import type { StaffOrderSearch } from '#shop/orders/find-staff-orders.ts';
import { cutText } from '#shop/text/cut-text.ts';

export type OrderView = 'all' | NonNullable<StaffOrderSearch['status']> | 'late' | 'attention';

export interface OrderFilters {
  view: OrderView;
  q: string;
}

/** In the order in which a clerk needs them. Unpaid orders show under their own filter only (ruling 3). */
export const VIEWS: { view: OrderView; label: string }[] = [
  { view: 'all', label: 'Todos' },
  { view: 'pending', label: ORDER_STATUS_LABELS.pending },
  { view: 'late', label: 'Atrasados' },
  { view: 'completed', label: ORDER_STATUS_LABELS.completed },
  { view: 'cancelled', label: ORDER_STATUS_LABELS.cancelled },
  { view: 'awaiting_payment', label: ORDER_STATUS_LABELS.awaiting_payment },
  { view: 'attention', label: 'Requer atenção' },
];

/** Anything the address does not spell right counts as not asked for. */
export function readOrderFilters(search: URLSearchParams): OrderFilters {
  const status = search.get('status');
  return {
    view: VIEWS.find(({ view }) => view === status)?.view ?? 'all',
    q: cutText(search.get('q') ?? '', 100),
  };
}

export function ordersPath({ view, q }: OrderFilters, pages = 1): string {
  const search = new URLSearchParams({
    ...(view === 'all' ? {} : { status: view }),
    ...(q === '' ? {} : { q }),
    ...(pages === 1 ? {} : { paginas: String(pages) }),
  });
  return search.size === 0 ? '/admin' : `/admin?${search}`;
}

export function toOrderSearch({ view, q }: OrderFilters): StaffOrderSearch {
  return {
    q,
    attention: view === 'attention',
    late: view === 'late',
    // What waits is worked from the top: the first to be late stands there.
    sort: view === 'pending' ? 'due' : undefined,
    status: view === 'all' || view === 'attention' || view === 'late' ? undefined : view,
  };
}
