import { CircleAlert, CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import { Button } from '#app/ui/form/button.tsx';
import { Spinner } from '#app/ui/feedback/spinner.tsx';
import { Dialog } from '#app/ui/frame/dialog.tsx';
import type { BulkResult } from './deliver-known.ts';

/** What became of each order, as it is known. */
export function BulkResultsDialog({
  results,
  isBusy,
  onClose,
}: {
  results: BulkResult[];
  isBusy: boolean;
  onClose: () => void;
}) {
  const done = results.filter(({ isDone }) => isDone).length;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Entrega dos pedidos marcados">
      <p role="status" className="flex items-center gap-2 text-sm text-muted tabular-nums">
        {isBusy && <Spinner />}
        {`${done} de ${results.length} ${results.length === 1 ? 'pedido entregue' : 'pedidos entregues'}`}
        {isBusy && ', enviando...'}
      </p>
      <ul className="mt-4 divide-y divide-line border-y border-line">
        {results.map(({ orderId, customerName, isDone, message }) => (
          <li key={orderId} className="flex items-start gap-3 py-3 text-sm">
            {isDone ? (
              <CircleCheck aria-hidden="true" className="mt-0.5 size-[18px] shrink-0 text-ok" />
            ) : (
              <CircleAlert aria-hidden="true" className="mt-0.5 size-[18px] shrink-0 text-danger" />
            )}
            <div className="min-w-0">
              <Link
                to={`/admin/pedidos/${orderId}`}
                className="-my-2.5 inline-block py-2.5 font-semibold underline decoration-line underline-offset-4 hover:decoration-current"
              >
                Pedido #{orderId.slice(0, 8)}
              </Link>
              <span className="text-muted"> · {customerName}</span>
              <p className="break-words">{message}</p>
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-5 flex justify-end">
        <Button variant="outline" onClick={onClose}>
          Fechar
        </Button>
      </div>
    </Dialog>
  );
}
