import { Bookmark, Download, ReceiptText, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button, buttonClass } from '#app/ui/form/button.tsx';
import type { OrderView } from '#shop/orders/views/list-views.ts';
import { useMay } from '../use-may.tsx';
import { useUndo } from '../use-undo.ts';
import { ManualOrderDialog } from './manual-order-dialog.tsx';
import { readOrderFilters, toApiQuery, type OrderFilters } from './order-filters.ts';
import { SaveViewDialog } from './save-view-dialog.tsx';

/** Beside the list: its saved selections, what can be done with the one that is shown, and a sale paid elsewhere. */
export function SelectionTools({
  filters,
  skin,
  views,
}: {
  filters: OrderFilters;
  /** The key of the skin in the address. null: it names none. */
  skin: string | null;
  views: OrderView[];
}) {
  const [opened, setOpened] = useState<'view' | 'order' | null>(null);
  const close = () => setOpened(null);
  const mayExport = useMay('csv');
  const mayEnter = useMay('orders.manual');
  const { isGone, later } = useUndo();
  const current = toApiQuery(filters, skin).toString();
  const isEmpty = filters.skin !== '' && skin === null;
  const maySave = current !== '' && filters.cpf === '' && !isEmpty;

  const remove = ({ id, name }: OrderView) =>
    later({
      id,
      path: `/api/admin/views/${id}`,
      method: 'DELETE',
      title: `Visão "${name}" apagada`,
      failed: 'Erro ao apagar a visão',
    });

  return (
    <div className="mt-1 -ml-2 flex flex-wrap items-center gap-x-1 gap-y-2 empty:hidden">
      {views.length > 0 && (
        <ul aria-label="Visões salvas" className="ml-2 flex max-w-full flex-wrap gap-2">
          {views
            .filter(({ id }) => !isGone(id))
            .map((view) => (
              <ViewChip
                key={view.id}
                view={view}
                isShown={queryOf(view) === current}
                onRemove={() => remove(view)}
              />
            ))}
        </ul>
      )}
      {maySave && (
        <Button variant="ghost" className="px-3!" onClick={() => setOpened('view')}>
          <Bookmark aria-hidden="true" className="size-4" />
          Salvar visão
        </Button>
      )}
      {mayExport && !isEmpty && (
        <a
          href={`/api/admin/orders.csv${current === '' ? '' : `?${current}`}`}
          download
          className={buttonClass('ghost', 'px-3!')}
        >
          <Download aria-hidden="true" className="size-4" />
          Baixar CSV
        </a>
      )}
      {mayEnter && (
        <Button variant="ghost" className="px-3!" onClick={() => setOpened('order')}>
          <ReceiptText aria-hidden="true" className="size-4" />
          Lançar pedido
        </Button>
      )}
      {opened === 'view' && <SaveViewDialog query={current} onClose={close} />}
      {opened === 'order' && <ManualOrderDialog onClose={close} />}
    </div>
  );
}

function ViewChip({ view, isShown, onRemove }: { view: OrderView; isShown: boolean; onRemove: () => void }) {
  return (
    <li
      className={`flex max-w-full items-center rounded-full border text-xs font-medium ${isShown ? 'border-accent text-accent' : 'border-line text-muted hover:border-muted hover:text-text'}`}
    >
      <Link
        to={`/admin?${view.query}`}
        aria-current={isShown ? 'page' : undefined}
        preventScrollReset
        className={`inline-flex min-h-11 min-w-0 items-center gap-2 rounded-full pl-3.5 ${view.isOwn ? 'pr-1' : 'pr-3.5'}`}
      >
        <Bookmark aria-hidden="true" className="size-3.5 shrink-0" />
        <span className="truncate">{view.name}</span>
        {view.shared && <span className="font-normal text-muted">da equipe</span>}
      </Link>
      {view.isOwn && (
        <button
          type="button"
          aria-label={`Apagar a visão ${view.name}`}
          onClick={onRemove}
          className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:text-text"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      )}
    </li>
  );
}

/** In one spelling, to compare it with what is shown. */
function queryOf({ query }: OrderView): string {
  const filters = readOrderFilters(new URLSearchParams(query));
  return toApiQuery(filters, filters.skin || null).toString();
}
