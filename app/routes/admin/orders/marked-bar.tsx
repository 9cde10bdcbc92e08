import { Download, PackageCheck, X } from 'lucide-react';
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
          className="sticky top-18 z-20 mb-3 flex flex-wrap items-center gap-1.5 rounded-card border border-line bg-raised p-1.5 pl-3 lg:gap-2 lg:p-2 lg:pl-4"
        >
          <span role="status" className="mr-auto text-sm font-medium tabular-nums">
            {marked.length} <Wide>{marked.length === 1 ? 'pedido ' : 'pedidos '}</Wide>
            {marked.length === 1 ? 'marcado' : 'marcados'}
          </span>
          {mayDeliver && (
            <Button className="px-3! lg:px-4!" loading={isBusy} onClick={() => void deliver()}>
              <PackageCheck aria-hidden="true" className="hidden size-4 lg:block" />
              <span>
                Entregar<Wide> com os arquivos conhecidos</Wide>
              </span>
            </Button>
          )}
          {mayExport && (
            <a
              href={`/api/admin/orders.csv?ids=${marked.map(({ id }) => id).join(',')}`}
              download
              className={buttonClass('outline', 'px-3! lg:px-4!')}
            >
              <Download aria-hidden="true" className="hidden size-4 lg:block" />
              <span>
                <Wide>Baixar </Wide>CSV<Wide> dos marcados</Wide>
              </span>
            </a>
          )}
          <Button variant="ghost" className="min-w-11 px-2! lg:px-3!" onClick={clear}>
            <X aria-hidden="true" className="size-4 lg:hidden" />
            <Wide>Desmarcar</Wide>
          </Button>
        </div>
      )}
      {results && <BulkResultsDialog results={results} isBusy={isBusy} onClose={() => setResults(null)} />}
    </>
  );
}

/** A phone has one line for the bar; whoever hears it hears all of it. */
function Wide({ children }: { children: string }) {
  return <span className="sr-only lg:not-sr-only">{children}</span>;
}
