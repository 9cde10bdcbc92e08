import { skinKey } from '#shop/catalog/sku.ts';
import { useState } from 'react';
import { Dialog } from '#app/ui/frame/dialog.tsx';
import { CouponField } from '#app/routes/cart/coupon-field.tsx';
import { useCoupon, type ShopCoupon } from '#app/routes/cart/use-coupon.ts';
import type { CartItem } from '#app/ui/cart/cart.tsx';
import { Price } from '#app/ui/skin/price.tsx';
import { PaymentStatus } from '../code/payment-status.tsx';
import { PurchaseForm } from './purchase-form.tsx';
import { useGift } from '../gift/use-gift.ts';
import { namePurchase, type Purchase, type PurchasedSkin } from './purchase.ts';
import { useCustomer } from '../customer/use-customer.ts';
import { usePayment } from '../code/use-payment.ts';

export interface PaymentDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  purchase: { kind: 'skin'; skin: PurchasedSkin } | { kind: 'cart'; items: CartItem[] };
  /** The cart has it already. */
  cartCoupon?: ShopCoupon;
  /** How many of them come later, with the update of their files. */
  updatingCount: number;
  /** The last days of what is sold ahead of its file. */
  releases: readonly string[];
  /** Of a single skin before its coupon. */
  totalCents: number;
  /** Its buyer owns the skin already. */
  onlyAsGift?: boolean;
  /**
   * 2 s after the money arrived: close, empty the cart, lead on. `hasLeft`: its buyer was faster. `ids`: what was paid,
   * as the cart names it.
   */
  onPaid: (hasLeft: boolean, ids: readonly string[]) => void;
}

/**
 * Form, payment, success. Closed, it still listens and keeps what was typed; opened again for the same
 * purchase it shows the same code, for another one it starts over.
 */
export function PaymentDialog({
  open,
  onOpenChange,
  purchase,
  cartCoupon,
  updatingCount,
  releases,
  totalCents,
  onlyAsGift = false,
  onPaid,
}: PaymentDialogProps) {
  const customer = useCustomer();
  const gift = useGift(onlyAsGift);
  const ownCoupon = useCoupon(purchase.kind === 'skin' ? [purchase.skin.sku] : []);
  const coupon = cartCoupon ?? ownCoupon;
  const [hasCoupon] = useState(coupon.typed !== '');
  // As it was asked for: another tab may put more into the cart meanwhile.
  const [paid, setPaid] = useState<{ name: string; ids: readonly string[]; hasCoupon: boolean }>(NOTHING);
  const flow = usePayment(null, (hasLeft) => {
    // One that this purchase was refused for stays for the next.
    if (paid.hasCoupon) coupon.remove();
    onPaid(hasLeft, paid.ids);
  });
  const wanted: Extract<Purchase, { kind: 'skin' | 'cart' }> = {
    ...purchase,
    coupon: coupon.applied?.code ?? null,
    updatingCount,
    releases,
    totalCents: coupon.applied?.totalCents ?? totalCents,
  };
  const name = namePurchase(wanted);
  const ids = purchase.kind === 'cart' ? purchase.items.map(({ id }) => id) : [skinKey(purchase.skin.sku)];
  const [wasOpen, setWasOpen] = useState(open);

  if (open !== wasOpen) {
    setWasOpen(open);
    if (open && flow.payment && paid.name !== name) flow.leave();
  }

  const { payment, screen } = flow;
  const isForm = payment === null || screen === null;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Pagamento por PIX"
      description={isForm ? 'Informe os dados de quem vai pagar.' : describe(wanted)}
      className={screen === 'waiting' ? 'md:w-[min(680px,calc(100vw-48px))]!' : ''}
    >
      {isForm ? (
        <>
          <p className="mb-5 flex items-baseline justify-between gap-4 border-y border-line py-3 text-sm">
            <span className="min-w-0 text-muted">{describe(wanted)}</span>
            <Price cents={wanted.totalCents} className="font-heading text-lg font-bold text-accent" />
          </p>
          {purchase.kind === 'skin' && (
            <details open={hasCoupon} className="-mt-2 mb-5 border-b border-line pb-2">
              <summary className="flex min-h-11 cursor-pointer items-center gap-2 text-sm text-info underline underline-offset-2 hover:text-text">
                Tenho um cupom
              </summary>
              <CouponField coupon={coupon} className="pb-3" />
            </details>
          )}
          <PurchaseForm
            purchase={wanted}
            customer={customer}
            flow={flow}
            gift={gift}
            isQuoting={coupon.isAsking}
            onRepriced={coupon.again}
            onCreated={() => setPaid({ name, ids, hasCoupon: Boolean(wanted.coupon) })}
          />
        </>
      ) : (
        <PaymentStatus flow={{ ...flow, payment, screen }} takesFocus />
      )}
    </Dialog>
  );
}

const NOTHING = { name: '', ids: [], hasCoupon: false };

function describe(purchase: Extract<Purchase, { kind: 'skin' | 'cart' }>): string {
  const skins =
    purchase.kind === 'skin'
      ? `${purchase.skin.skinName} (${purchase.skin.championName})`
      : purchase.items.length === 1
        ? '1 skin do carrinho'
        : `${purchase.items.length} skins do carrinho`;
  return purchase.coupon ? `${skins}, com o cupom ${purchase.coupon}` : skins;
}
