import { useEffect, useId, useRef } from 'react';
import { Link } from 'react-router';
import { CountBadge } from '#app/ui/list/count-badge.tsx';
import { SearchForm } from '#app/ui/form/search-form.tsx';
import type { OrderView as SavedView } from '#shop/orders/views/list-views.ts';
import { OrderDetailsFilter } from './order-details-filter.tsx';
import { ordersPath, readOrderFilters, toApiQuery, VIEWS, type OrderFilters } from './order-filters.ts';
import { SavedViews } from './saved-views.tsx';
import { SelectionTools } from './selection-tools.tsx';

/**
 * A search, and one row of filters: the orders begin below, also on a phone. Filters are links and the search a GET
 * form: the address says what is shown, with or without scripts.
 */
export function OrderSearch({
  filters,
  skin,
  skinKey,
  counts,
  views,
  isLoading,
}: {
  filters: OrderFilters;
  /** The label of the skin in the address. null: it names none. */
  skin: string | null;
  /** Its key. */
  skinKey: string | null;
  counts: { pending: number; late: number; attention: number } | null;
  views: SavedView[];
  isLoading: boolean;
}) {
  const id = useId();
  const chips = useRef<HTMLDivElement>(null);
  const query = toApiQuery(filters, skinKey).toString();

  // On phones the row of filters scrolls; what is chosen should be in sight.
  useEffect(() => {
    const chosen = chips.current?.querySelector<HTMLElement>('[aria-current]');
    if (chosen) chips.current?.scrollTo({ left: chosen.offsetLeft - 24 });
  }, [filters.view]);

  return (
    <div className="relative grid md:grid-cols-[26rem_minmax(0,1fr)]">
      <SearchForm
        id={id}
        name="Pedidos"
        action="/admin"
        pathTo={(typed) => ordersPath(readOrderFilters(typed))}
        query={filters.q}
        label="Pesquisar por número do pedido, nome ou email"
        placeholder="Nº do pedido, nome ou email"
        className="pr-16 md:pr-0"
      >
        {filters.view !== 'all' && <input type="hidden" name="status" value={filters.view} />}
      </SearchForm>
      <OrderDetailsFilter form={id} filters={filters} skin={skin} />
      <SelectionTools
        query={query}
        filters={filters}
        isUnknownSkin={filters.skin !== '' && skinKey === null}
        isLoading={isLoading}
      />
      <div
        ref={chips}
        className="relative -mx-4 mt-2 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:col-span-2 md:mx-0 md:flex-wrap md:overflow-visible md:px-0"
      >
        <nav aria-label="Situação dos pedidos">
          <ul className="flex gap-2 md:flex-wrap">
            {VIEWS.map(({ view, label }) => (
              <li key={view}>
                <Link
                  to={ordersPath({ ...filters, view })}
                  aria-current={view === filters.view ? 'page' : undefined}
                  preventScrollReset
                  className={`inline-flex min-h-11 items-center gap-2 rounded-full border px-3.5 text-xs font-medium whitespace-nowrap ${view === filters.view ? 'border-accent text-accent' : 'border-line text-muted hover:border-muted hover:text-text'}`}
                >
                  {label}
                  {(view === 'pending' || view === 'late' || view === 'attention') && (
                    <CountBadge count={counts?.[view] ?? 0} isUrgent={view === 'late'} />
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <SavedViews views={views} query={query} />
      </div>
    </div>
  );
}
