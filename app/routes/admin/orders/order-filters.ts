import { ORDER_STATUS_LABELS } from '#shop/states/order-status.ts';
import type { StaffOrderSearch } from '#shop/orders/search/find-staff-orders.ts';
import { cutText } from '#shop/text/cut-text.ts';
import { isDay } from '#shop/text/is-day.ts';

export type OrderView = 'all' | NonNullable<StaffOrderSearch['status']> | 'late' | 'attention';

/** The fields of the form beside the search, as they stand in the address. */
export const DETAILS = ['from', 'to', 'skin', 'cpf'] as const;

/** What of the address says which orders are shown. */
export const SHOWN = ['status', 'late', 'attention', 'q', ...DETAILS] as const;

export interface OrderFilters extends Record<(typeof DETAILS)[number], string> {
  view: OrderView;
  q: string;
}

/** In the order in which a clerk needs them. Unpaid orders show under their own filter only. */
export const VIEWS: { view: OrderView; label: string }[] = [
  { view: 'all', label: 'Todos' },
  { view: 'pending', label: ORDER_STATUS_LABELS.pending },
  { view: 'late', label: 'Atrasados' },
  { view: 'completed', label: ORDER_STATUS_LABELS.completed },
  { view: 'cancelled', label: ORDER_STATUS_LABELS.cancelled },
  { view: 'awaiting_payment', label: ORDER_STATUS_LABELS.awaiting_payment },
  { view: 'attention', label: 'Requer atenção' },
  { view: 'imported', label: ORDER_STATUS_LABELS.imported },
];

/** In the words of the API, in which a view is saved, these are no states. */
const FLAGS = ['late', 'attention'] as const;

/** Anything the address does not spell right counts as not asked for. */
export function readOrderFilters(search: URLSearchParams): OrderFilters {
  const status = FLAGS.find((flag) => search.get(flag) === '1') ?? search.get('status');
  const read = (name: string) => cutText((search.get(name) ?? '').trim(), 100);
  const readDay = (name: string) => (isDay(read(name)) ? read(name) : '');
  return {
    view: VIEWS.find(({ view }) => view === status)?.view ?? 'all',
    q: cutText(search.get('q') ?? '', 100),
    from: readDay('from'),
    to: readDay('to'),
    skin: read('skin'),
    cpf: cutText(read('cpf'), 30),
  };
}

export function ordersPath({ view, ...typed }: OrderFilters, pages = 1): string {
  const search = new URLSearchParams(view === 'all' ? {} : { status: view });
  for (const name of ['q', ...DETAILS] as const) if (typed[name] !== '') search.set(name, typed[name]);
  if (pages !== 1) search.set('paginas', String(pages));
  return search.size === 0 ? '/admin' : `/admin?${search}`;
}

/**
 * The same selection in the words of the API: for the CSV and for a saved view, which names nobody by CPF. `skin`: its
 * key, whatever name was typed.
 */
export function toApiQuery(filters: OrderFilters, skin: string | null): URLSearchParams {
  const { view, q, from, to, cpf } = filters;
  const isFlag = view === 'late' || view === 'attention';
  const asked = { status: isFlag || view === 'all' ? '' : view, q, from, to, skin: skin ?? '', cpf };
  const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== ''));
  if (isFlag) query.set(view, '1');
  return query;
}

/** `skin`: what the typed name means. */
export function toOrderSearch(
  { view, q, from, to, cpf }: OrderFilters,
  skin?: StaffOrderSearch['skin'],
): StaffOrderSearch {
  return {
    q,
    from: from || undefined,
    to: to || undefined,
    cpf: cpf || undefined,
    skin,
    attention: view === 'attention',
    late: view === 'late',
    // What waits is worked from the top: the first to be late stands there.
    sort: view === 'pending' ? 'due' : undefined,
    status: view === 'all' || view === 'attention' || view === 'late' ? undefined : view,
  };
}
