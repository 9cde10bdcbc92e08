import { useEffect } from 'react';
import { CODE_PATTERN, tidyCode } from '#shop/pricing/coupon-code.ts';
import { showToast } from '#app/ui/feedback/toast.ts';
import { takeLinkedCoupon, writeCoupon } from './coupon-storage.ts';

/** The code of a creator's link (`?cupom=CODIGO`, on any page) becomes the coupon of this browser's cart. */
export function useLinkedCoupon(): void {
  useEffect(() => {
    const code = tidyCode(takeLinkedCoupon());
    // Whatever else somebody wrote into a link is not shown to its visitor.
    if (!CODE_PATTERN.test(code)) return;
    writeCoupon(code);
    // There it is in its field.
    if (location.pathname === '/carrinho') return;
    showToast({
      title: `Cupom ${code} guardado`,
      description: 'Ele entra sozinho no carrinho e em Comprar agora.',
      tone: 'success',
      about: 'coupon',
    });
  }, []);
}
