import { useState } from 'react';
import { Button } from '../form/button.tsx';
import { Dialog } from '../frame/dialog.tsx';
import { showToast } from '../feedback/toast.ts';
import { useRefresh } from '../live/use-refresh.ts';

/** 'Cancelar pedido' for an order that is not paid, and the question that comes first. */
export function CancelOrder({ orderId, onCancelled }: { orderId: string; onCancelled?: () => void }) {
  const [open, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const refresh = useRefresh();

  async function cancel(): Promise<void> {
    setBusy(true);
    const refusal = await askToCancel(orderId);
    setBusy(false);
    setOpen(false);
    if (refusal === null) {
      showToast({ title: 'Pedido cancelado', description: 'Não pague mais o código PIX dele.' });
      onCancelled?.();
    } else {
      showToast({ title: 'Erro ao cancelar pedido', description: refusal, tone: 'danger', stays: true });
    }
    await refresh();
  }

  return (
    <>
      <Button variant="ghost" onClick={() => setOpen(true)}>
        Cancelar pedido
        <span className="sr-only"> #{orderId.slice(0, 8)}</span>
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Cancelar pedido?"
        description={`Pedido #${orderId.slice(0, 8)}. O código PIX deixa de valer.`}
      >
        <p className="text-sm text-muted">
          Já pagou? Não cancele: o pagamento é reconhecido em instantes. Se ele chegar depois do cancelamento,
          o pedido volta a valer.
        </p>
        <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="outline" onClick={() => setOpen(false)}>
            Manter pedido
          </Button>
          <Button
            variant="danger"
            loading={isBusy}
            loadingLabel="Cancelando..."
            onClick={() => void cancel()}
          >
            Sim, cancelar
          </Button>
        </div>
      </Dialog>
    </>
  );
}

/** @returns a sentence for the buyer, or null when it is cancelled. */
async function askToCancel(orderId: string): Promise<string | null> {
  try {
    const response = await fetch(`/api/orders/${orderId}/cancel`, {
      method: 'POST',
      headers: { Accept: 'application/json' },
    });
    if (response.ok) return null;
    const { error } = (await response.json().catch(() => ({}))) as { error?: { message?: string } };
    return error?.message ?? 'Não foi possível cancelar o pedido. Tente de novo em instantes.';
  } catch {
    return 'Sem conexão com a loja. Tente de novo em instantes.';
  }
}
