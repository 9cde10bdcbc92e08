import { Price } from '../skin/price.tsx';

interface DiscountedOrder {
  totalCents: number;
  discountCents: number;
  couponCode: string | null;
}

/** What an order cost before its coupon, and what the coupon took off. Nothing where there is no discount. */
export function OrderDiscount({ order }: { order: DiscountedOrder }) {
  const { totalCents, discountCents, couponCode } = order;
  if (discountCents === 0) return null;
  return (
    <dl className="mt-4 flex flex-col gap-1.5 border-t border-line pt-3 text-sm">
      <div className="flex items-baseline justify-between gap-3">
        <dt className="text-muted">Subtotal</dt>
        <dd>
          <Price cents={totalCents + discountCents} />
        </dd>
      </div>
      <div className="flex items-baseline justify-between gap-3">
        <dt className="min-w-0 [overflow-wrap:anywhere] text-muted">
          Desconto{couponCode && ` (cupom ${couponCode})`}
        </dt>
        <dd className="whitespace-nowrap">
          −<Price cents={discountCents} />
        </dd>
      </div>
    </dl>
  );
}
