import { Bookmark, Download, ReceiptText } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button, buttonClass } from '#app/ui/form/button.tsx';
import { useMay } from '../use-may.tsx';
import { ManualOrderDialog } from './manual-order-dialog.tsx';
import type { OrderFilters } from './order-filters.ts';
import { SaveViewDialog } from './save-view-dialog.tsx';

/** What can be done with the selection that is shown, and a sale paid elsewhere. Icons where there is no room for words. */
export function SelectionTools({
  query,
  filters,
  isUnknownSkin,
}: {
  /** What is shown, in the words of the API. */
  query: string;
  filters: OrderFilters;
  /** No skin has the name in the address. */
  isUnknownSkin: boolean;
}) {
  const [opened, setOpened] = useState<'view' | 'order' | null>(null);
  const close = () => setOpened(null);
  const mayExport = useMay('csv');
  const mayEnter = useMay('orders.manual');
  const maySave = query !== '' && filters.cpf === '' && !isUnknownSkin;
  return (
    <>
      {maySave && (
        <Button variant="ghost" title="Salvar visão" className="px-3!" onClick={() => setOpened('view')}>
          <Bookmark aria-hidden="true" className="size-4" />
          <Words>Salvar visão</Words>
        </Button>
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
        <Button variant="ghost" title="Lançar pedido" className="px-3!" onClick={() => setOpened('order')}>
          <ReceiptText aria-hidden="true" className="size-4" />
          <Words>Lançar pedido</Words>
        </Button>
      )}
      {opened === 'view' && <SaveViewDialog query={query} onClose={close} />}
      {opened === 'order' && <ManualOrderDialog onClose={close} />}
    </>
  );
}

const Words = ({ children }: { children: ReactNode }) => <span className="max-xl:sr-only">{children}</span>;
