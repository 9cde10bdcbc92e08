import { CircleAlert, CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import { Button } from '#app/ui/form/button.tsx';
import { Dialog } from '#app/ui/frame/dialog.tsx';
import { useHydrated } from '#app/ui/frame/use-hydrated.ts';
import { SEND_LINKS_REFUSALS } from '#app/doors/sentences/links.ts';
import type { BulkResult } from '#shop/orders/deliver-known.ts';

const WORDS: Record<string, string> = {
  ...SEND_LINKS_REFUSALS,
  not_waiting: 'Não aguarda envio.',
  asked_back: 'O cliente pediu a devolução. Responda a ele antes.',
  no_skins: 'Não tem skins para entregar.',
};

/** What became of each order. */
export function BulkResultsDialog({ results, onClose }: { results: BulkResult[]; onClose: () => void }) {
  const done = results.filter(({ reason }) => reason === null).length;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Entrega dos pedidos marcados">
      <p role="status" className="flex items-center gap-2 text-sm text-muted tabular-nums">
        {`${done} de ${results.length} ${results.length === 1 ? 'pedido entregue' : 'pedidos entregues'}`}
      </p>
      <ul className="mt-4 divide-y divide-line border-y border-line">
        {results.map(({ orderId, customerName, reason, about }) => (
          <li key={orderId} className="flex items-start gap-3 py-3 text-sm">
            {reason === null ? (
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
              <p className="break-words">
                {reason === null
                  ? about === undefined
                    ? 'Entregue.'
                    : `Entregue, menos a pré-venda de ${about}.`
                  : reason === 'no_file'
                    ? `Falta o arquivo de ${about}.`
                    : (about ?? WORDS[reason])}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {useHydrated() && (
        <div className="mt-5 flex justify-end">
          <Button variant="outline" onClick={onClose}>
            Fechar
          </Button>
        </div>
      )}
    </Dialog>
  );
}
