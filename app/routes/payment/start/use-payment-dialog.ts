import { useState } from 'react';
import { showToast } from '#app/ui/feedback/toast.ts';
import { shopAnswers } from '#app/ui/live/shop-answers.ts';
import type { PaymentDialog } from './payment-dialog.tsx';

const fetchDialog = () => import('./payment-dialog.tsx');

/** Its code is fetched once it is likely to be needed: the shelves weigh nothing of it. */
export function usePaymentDialog() {
  const [Dialog, setDialog] = useState<typeof PaymentDialog | null>(null);
  const [open, setOpen] = useState(false);
  const [isOpening, setIsOpening] = useState(false);
  return {
    /** `null` until it was opened once. */
    Dialog,
    open,
    setOpen,
    /** Asked for, and its code is on the way. */
    isOpening,
    /** The pointer is near the button: load the dialog early. A failure is reported only at the press. */
    warm: (): void => void fetchDialog().catch(() => {}),
    /** Without its code a toast says so; the next press asks for it again. */
    async show(): Promise<void> {
      setIsOpening(true);
      try {
        const module = await fetchDialog();
        setDialog(() => module.PaymentDialog);
        setOpen(true);
      } catch {
        // A tab from before a release asks for a file that is gone. Cart and form are kept over a reload.
        const isGone = await shopAnswers();
        showToast({
          title: 'Não foi possível abrir o pagamento',
          description: isGone ? 'A loja foi atualizada.' : 'Verifique sua conexão e tente de novo.',
          ...(isGone && { action: { label: 'Atualizar', onPress: () => window.location.reload() } }),
          tone: 'danger',
          stays: true,
          about: 'payment',
        });
      } finally {
        setIsOpening(false);
      }
    },
  };
}
