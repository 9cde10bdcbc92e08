import { Download } from 'lucide-react';
import { buttonClass } from '#app/ui/form/button.tsx';
import { OperationForm, SubmitButton } from '#app/ui/form/operation-form.tsx';
import { OpenButton } from '#app/ui/form/open-button.tsx';
import { Badge } from '#app/ui/list/badge.tsx';
import type { ListedCoupon } from '#shop/pricing/list-coupons.ts';
import { couponBadge, describeSales, describeTerms } from './coupon-words.ts';

interface CouponRowProps {
  coupon: ListedCoupon;
  championName: string | null;
  now: Date;
  onEdit: () => void;
}

export function CouponRow({ coupon, championName, now, onEdit }: CouponRowProps) {
  const badge = couponBadge(coupon, now);
  const which = <span className="sr-only"> {coupon.code}</span>;

  return (
    <li className="flex flex-col gap-3 py-4 sm:flex-row sm:items-center sm:justify-between">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="font-mono text-base font-semibold [overflow-wrap:anywhere]">{coupon.code}</h3>
          <Badge tone={badge.tone}>{badge.label}</Badge>
        </div>
        <p className="mt-1 text-sm break-words">{describeTerms(coupon, championName)}</p>
        <p className="mt-0.5 text-sm break-words text-muted tabular-nums">{describeSales(coupon)}</p>
      </div>
      <div className="flex shrink-0 flex-wrap gap-2">
        {coupon.paid > 0 && (
          <a href={`/api/admin/coupons/${coupon.code}/sales.csv`} download className={buttonClass('outline')}>
            <Download aria-hidden="true" className="size-[18px]" />
            Vendas{which}
          </a>
        )}
        <OpenButton variant="outline" name="cupom" value={coupon.code} onOpen={onEdit}>
          Editar{which}
        </OpenButton>
        <OperationForm
          does="coupons.update"
          fixed={{ code: coupon.code, active: String(!coupon.active) }}
          done={{ title: coupon.active ? 'Cupom desligado' : 'Cupom ligado' }}
          failed="Erro ao mudar o cupom"
          about="coupon"
        >
          <SubmitButton variant="outline">
            {coupon.active ? 'Desligar' : 'Ligar'}
            {which}
          </SubmitButton>
        </OperationForm>
      </div>
    </li>
  );
}
