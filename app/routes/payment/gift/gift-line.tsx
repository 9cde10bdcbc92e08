import { Gift } from 'lucide-react';
import type { PaymentView } from '../code/payment-state.ts';

/** Beside the code and after the payment: that it is a gift, and for whom. */
export function GiftLine({ gift, isPaid }: { gift: PaymentView['gift']; isPaid: boolean }) {
  if (!gift) return null;
  return (
    <p className="mt-3 flex w-full items-start gap-2.5 rounded-control border border-line px-3.5 py-3 text-left text-sm">
      <Gift aria-hidden="true" className="mt-0.5 size-[18px] shrink-0 text-accent" strokeWidth={1.75} />
      <span className="min-w-0 break-words">
        {gift.email === null ? 'Presente.' : `Presente para ${gift.email}.`}{' '}
        {isPaid ? 'O e-mail já está a caminho.' : 'O e-mail sai assim que o pagamento chegar.'}
      </span>
    </p>
  );
}
