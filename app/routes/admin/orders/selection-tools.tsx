import { Bookmark, Download, ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Spinner } from '#app/ui/feedback/spinner.tsx';
import { buttonClass } from '#app/ui/form/button.tsx';
import { OpenButton } from '#app/ui/form/open-button.tsx';
import { useOpened } from '#app/ui/form/use-opened.ts';
import { useMay } from '../use-may.tsx';
import { ManualOrderDialog } from './manual-order-dialog.tsx';
import { SHOWN, type OrderFilters } from './order-filters.ts';
import { SaveViewDialog } from './save-view-dialog.tsx';

/** What can be done with the selection that is shown, and a sale paid elsewhere. Icons where there is no room for words. */
export function SelectionTools({
  query,
  filters,
  isUnknownSkin,
  isLoading,
}: {
  /** What is shown, in the words of the API. */
  query: string;
  filters: OrderFilters;
  /** No skin has the name in the address. */
  isUnknownSkin: boolean;
  isLoading: boolean;
}) {
  const [opened, setOpened] = useOpened('abrir');
  const close = () => setOpened(null);
  const mayExport = useMay('csv');
  const mayEnter = useMay('orders.manual');
  const maySave = query !== '' && filters.cpf === '' && !isUnknownSkin;
  return (
    <>
      <div className="order-last flex min-h-11 items-center gap-1 md:order-none md:col-start-2 md:row-start-1 md:pl-32">
        <p role="status" className="mr-auto flex items-center gap-2 text-xs text-muted">
          {isLoading && (
            <>
              <Spinner />
              Carregando pedidos...
            </>
          )}
        </p>
        {maySave && (
          <OpenButton {...look} title="Salvar visão" value="visao" onOpen={() => setOpened('visao')}>
            <Bookmark aria-hidden="true" className="size-4" />
            <Words>Salvar visão</Words>
          </OpenButton>
        )}
        {mayExport && !isUnknownSkin && (
          <a
            href={`/api/admin/orders.csv${query === '' ? '' : `?${query}`}`}
            download
            title="Baixar CSV"
            className={buttonClass('ghost', 'px-3!')}
          >
            <Download aria-hidden="true" className="size-4" />
            <Words>Baixar CSV</Words>
          </a>
        )}
        {mayEnter && (
          <OpenButton {...look} title="Lançar pedido" value="pedido" onOpen={() => setOpened('pedido')}>
            <ReceiptText aria-hidden="true" className="size-4" />
            <Words>Lançar pedido</Words>
          </OpenButton>
        )}
      </div>
      <div className="order-last empty:hidden md:col-span-2">
        {opened === 'visao' && maySave && <SaveViewDialog query={query} onClose={close} />}
        {opened === 'pedido' && mayEnter && <ManualOrderDialog onClose={close} />}
      </div>
    </>
  );
}

/** Opened by the address, a dialog stands beside the same orders. */
const look = { variant: 'ghost', className: 'px-3!', name: 'abrir', keeps: SHOWN } as const;

const Words = ({ children }: { children: ReactNode }) => <span className="max-xl:sr-only">{children}</span>;
