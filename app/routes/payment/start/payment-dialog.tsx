import { useState } from 'react';
import { Dialog } from '#app/ui/frame/dialog.tsx';
import type { CartItem } from '#app/ui/skin/cart.tsx';
import { Price } from '#app/ui/skin/price.tsx';
import { PaymentStatus } from '../code/payment-status.tsx';
import { PurchaseForm } from './purchase-form.tsx';
import { namePurchase, type Purchase, type PurchasedSkin } from './purchase.ts';
import { useCustomer } from '../customer/use-customer.ts';
import { usePayment } from '../code/use-payment.ts';

export interface PaymentDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  purchase:
    | { kind: 'skin'; skin: PurchasedSkin }
    | { kind: 'cart'; items: CartItem[]; coupon: string | null };
  /** How many of them come later, with the update of their files (ruling 35). */
  updatingCount: number;
  totalCents: number;
  /** Its buyer owns the skin already. */
  onlyAsGift?: boolean;
  /** 2 s after the money arrived: close, empty the cart, lead on. */
  onPaid: () => void;
}

/**
 * Form, payment, success. Closed, it still listens and keeps what was typed; opened again for the same
 * purchase it shows the same code, for another one it starts over.
 */
export function PaymentDialog({
  open,
  onOpenChange,
  purchase,
  updatingCount,
  totalCents,
  onlyAsGift = false,
  onPaid,
}: PaymentDialogProps) {
  const customer = useCustomer();
  const flow = usePayment(null, onPaid);
  const wanted: Purchase = { ...purchase, updatingCount, totalCents };
  const name = namePurchase(wanted);
  const [paidName, setPaidName] = useState<string | null>(null);
  const [wasOpen, setWasOpen] = useState(open);

  if (open !== wasOpen) {
    setWasOpen(open);
    if (open && flow.payment && paidName !== name) flow.leave();
  }

  const { payment, screen } = flow;
  const isForm = payment === null || screen === null;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Pagamento por PIX"
      description={isForm ? 'Informe os dados de quem vai pagar.' : describe(purchase)}
      className={screen === 'waiting' ? 'md:w-[min(680px,calc(100vw-48px))]!' : ''}
    >
      {isForm ? (
        <>
          <p className="mb-5 flex items-baseline justify-between gap-4 border-y border-line py-3 text-sm">
            <span className="min-w-0 text-muted">{describe(purchase)}</span>
            <Price cents={totalCents} className="font-heading text-lg font-bold text-accent" />
          </p>
          <PurchaseForm
            purchase={wanted}
            customer={customer}
            flow={flow}
            onlyAsGift={onlyAsGift}
            onCreated={() => setPaidName(name)}
          />
        </>
      ) : (
        <PaymentStatus flow={{ ...flow, payment, screen }} takesFocus />
      )}
    </Dialog>
  );
}

function describe(purchase: PaymentDialogProps['purchase']): string {
  if (purchase.kind === 'skin') return `${purchase.skin.skinName} (${purchase.skin.championName})`;
  const { items, coupon } = purchase;
  const skins = items.length === 1 ? '1 skin do carrinho' : `${items.length} skins do carrinho`;
  return coupon === null ? skins : `${skins}, com o cupom ${coupon}`;
}
