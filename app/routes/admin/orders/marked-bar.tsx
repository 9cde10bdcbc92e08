import { Download, PackageCheck } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonClass } from '#app/ui/form/button.tsx';
import { useRefresh } from '#app/ui/live/use-refresh.ts';
import { useMay } from '../use-may.tsx';
import { BulkResultsDialog } from './bulk-results-dialog.tsx';
import { deliverKnown, type BulkResult } from './deliver-known.ts';
import type { Marks } from './use-marks.ts';

/** What can be done with all orders that are ticked; nothing while none is. */
export function MarkedBar({ marks }: { marks: Marks }) {
  const mayDeliver = useMay('orders.deliver');
  const mayExport = useMay('csv');
  const refresh = useRefresh();
  const [results, setResults] = useState<BulkResult[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { marked, clear } = marks;

  async function deliver(): Promise<void> {
    setBusy(true);
    setResults([]);
    await deliverKnown(marked, (result) => setResults((before) => [...(before ?? []), result]));
    setBusy(false);
    clear();
    await refresh();
  }

  return (
    <>
      {marked.length > 0 && (
        <div
          role="group"
          aria-label="Pedidos marcados"
          className="sticky top-2 z-20 mb-3 flex flex-wrap items-center gap-2 rounded-card border border-line bg-raised p-2 pl-4"
        >
          <span role="status" className="mr-auto text-sm font-medium tabular-nums">
            {marked.length === 1 ? '1 pedido marcado' : `${marked.length} pedidos marcados`}
          </span>
          {mayDeliver && (
            <Button className="px-4!" loading={isBusy} onClick={() => void deliver()}>
              <PackageCheck aria-hidden="true" className="size-4" />
              Entregar com os arquivos conhecidos
            </Button>
          )}
          {mayExport && (
            <a
              href={`/api/admin/orders.csv?ids=${marked.map(({ id }) => id).join(',')}`}
              download
              className={buttonClass('outline', 'px-4!')}
            >
              <Download aria-hidden="true" className="size-4" />
              Baixar CSV dos marcados
            </a>
          )}
          <Button variant="ghost" className="px-3!" onClick={clear}>
            Desmarcar
          </Button>
        </div>
      )}
      {results && <BulkResultsDialog results={results} isBusy={isBusy} onClose={() => setResults(null)} />}
    </>
  );
}
