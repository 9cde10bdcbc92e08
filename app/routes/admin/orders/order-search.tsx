import { useEffect, useId, useRef } from 'react';
import { Form, Link, useNavigate } from 'react-router';
import { CountBadge } from '#app/ui/list/count-badge.tsx';
import { SearchField } from '#app/ui/form/search-field.tsx';
import { useDelayed } from '#app/ui/feedback/use-delayed.ts';
import { OrderDetailsFilter } from './order-details-filter.tsx';
import { ordersPath, readOrderFilters, VIEWS, type OrderFilters } from './order-filters.ts';

/** Filters are links and the search a GET form: the address says what is shown, with or without scripts. */
export function OrderSearch({
  filters,
  skin,
  counts,
}: {
  filters: OrderFilters;
  /** The label of the skin in the address. null: it names none. */
  skin: string | null;
  counts: { pending: number; attention: number } | null;
}) {
  const navigate = useNavigate();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const chips = useRef<HTMLUListElement>(null);
  const show = useDelayed(() => {
    const typed = new URLSearchParams();
    for (const [name, value] of form.current ? new FormData(form.current) : []) {
      if (typeof value === 'string') typed.set(name, value.trim());
    }
    void navigate(ordersPath(readOrderFilters(typed)), { replace: true, preventScrollReset: true });
  });

  // On phones the row of filters scrolls; what is chosen should be in sight.
  useEffect(() => {
    const chosen = chips.current?.querySelector<HTMLElement>('[aria-current]');
    if (chosen) chips.current?.scrollTo({ left: chosen.offsetLeft - 24 });
  }, [filters.view]);

  return (
    <>
      <div className="flex flex-col gap-4 lg:flex-row-reverse lg:items-center lg:justify-between">
        <Form
          id={id}
          ref={form}
          method="get"
          action="/admin"
          role="search"
          aria-label="Pedidos"
          onSubmit={(event) => {
            event.preventDefault();
            show(0);
          }}
          className="lg:w-96"
        >
          {filters.view !== 'all' && <input type="hidden" name="status" value={filters.view} />}
          <SearchField
            query={filters.q}
            label="Pesquisar por número do pedido, nome ou email"
            placeholder="Nº do pedido, nome ou email"
            onSearch={show}
          />
        </Form>
        <nav aria-label="Situação dos pedidos">
          <ul
            ref={chips}
            className="relative -mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:mx-0 md:flex-wrap md:overflow-visible md:px-0"
          >
            {VIEWS.map(({ view, label }) => (
              <li key={view}>
                <Link
                  to={ordersPath({ ...filters, view })}
                  aria-current={view === filters.view ? 'page' : undefined}
                  preventScrollReset
                  className={`inline-flex min-h-11 items-center gap-2 rounded-full border px-3.5 text-xs font-medium whitespace-nowrap ${view === filters.view ? 'border-accent text-accent' : 'border-line text-muted hover:border-muted hover:text-text'}`}
                >
                  {label}
                  {(view === 'pending' || view === 'attention') && <CountBadge count={counts?.[view] ?? 0} />}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <OrderDetailsFilter form={id} filters={filters} skin={skin} />
    </>
  );
}
