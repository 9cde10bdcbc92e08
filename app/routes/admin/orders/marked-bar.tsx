import { Download, PackageCheck, X } from 'lucide-react';
import { useState } from 'react';
import { useActionData } from 'react-router';
import { Button, buttonClass } from '#app/ui/form/button.tsx';
import { DialogEnd } from '#app/ui/form/dialog-end.tsx';
import type { FormAnswer } from '#app/ui/form/form-answer.ts';
import { OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import { Dialog } from '#app/ui/frame/dialog.tsx';
import type { BulkResult } from '#shop/orders/deliver-known.ts';
import { count } from '#shop/text/count.ts';
import { useMay } from '../use-may.tsx';
import { BulkResultsDialog } from './bulk-results-dialog.tsx';
import { MARKS_FORM, type Marks } from './use-marks.ts';

const DOES = 'orders.deliver_known';
const resultsOf = (value: unknown) => (value as { results: BulkResult[] }).results;

/** What can be done with all orders that are ticked. Nothing while none is, which a page without scripts does not know. */
export function MarkedBar({ marks, isEmpty }: { marks: Marks; isEmpty: boolean }) {
  const mayDeliver = useMay('orders.deliver');
  const mayExport = useMay('csv');
  const posted = useActionData<FormAnswer>();
  const [results, setResults] = useState(posted?.do === DOES && posted.ok ? resultsOf(posted.value) : null);
  const [isAsking, setAsking] = useState(false);
  const { marked, clear } = marks;
  const isShown = marked.length > 0;

  return (
    <>
      {(isShown || (mayDeliver && !isEmpty)) && (
        <div
          role="group"
          aria-label="Pedidos marcados"
          className={`${isShown ? 'flex' : 'hidden noscript:flex'} sticky top-18 z-20 mb-3 flex-wrap items-center gap-1.5 rounded-card border border-line bg-raised p-1.5 pl-3 lg:gap-2 lg:p-2 lg:pl-4`}
        >
          <span role="status" className="mr-auto text-sm font-medium tabular-nums noscript:hidden">
            {marked.length} <Wide>{marked.length === 1 ? 'pedido ' : 'pedidos '}</Wide>
            {marked.length === 1 ? 'marcado' : 'marcados'}
          </span>
          {mayDeliver && (
            <OperationForm
              id={MARKS_FORM}
              does={DOES}
              failed="Erro ao entregar os pedidos marcados"
              about="links"
              onDone={(value) => {
                setResults(resultsOf(value));
                clear();
              }}
            >
              <SubmitButton
                className="px-3! lg:px-4!"
                onClick={(event) => {
                  event.preventDefault();
                  setAsking(true);
                }}
              >
                <PackageCheck aria-hidden="true" className="hidden size-4 lg:block" />
                <span>
                  Entregar<Wide> com os arquivos conhecidos</Wide>
                </span>
              </SubmitButton>
            </OperationForm>
          )}
          {mayExport && (
            <a
              href={`/api/admin/orders.csv?ids=${marked.map(({ id }) => id).join(',')}`}
              download
              className={buttonClass('outline', 'px-3! lg:px-4! noscript:hidden')}
            >
              <Download aria-hidden="true" className="hidden size-4 lg:block" />
              <span>
                <Wide>Baixar </Wide>CSV<Wide> dos marcados</Wide>
              </span>
            </a>
          )}
          <Button variant="ghost" className="min-w-11 px-2! lg:px-3! noscript:hidden" onClick={clear}>
            <X aria-hidden="true" className="size-4 lg:hidden" />
            <Wide>Desmarcar</Wide>
          </Button>
        </div>
      )}
      {isAsking && isShown && <Question orders={marked.length} onClose={() => setAsking(false)} />}
      {results && <BulkResultsDialog results={results} onClose={() => setResults(null)} />}
    </>
  );
}

/** What was sent does not come back. */
function Question({ orders, onClose }: { orders: number; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Entregar ${count(orders, 'pedido', 'pedidos')}?`}
      description="Cada cliente recebe agora o que a loja já tem, e isso não volta. Um pedido a que falta um arquivo continua à espera."
    >
      <DialogEnd onCancel={onClose}>
        <Button
          onClick={() => {
            onClose();
            document.querySelector<HTMLFormElement>(`#${MARKS_FORM}`)?.requestSubmit();
          }}
        >
          Entregar agora
        </Button>
      </DialogEnd>
    </Dialog>
  );
}

/** A phone has one line for the bar; whoever hears it hears all of it. */
function Wide({ children }: { children: string }) {
  return <span className="sr-only lg:not-sr-only">{children}</span>;
}
