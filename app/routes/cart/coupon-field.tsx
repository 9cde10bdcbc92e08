import { TicketPercent } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '#app/ui/form/button.tsx';
import { TextField } from '#app/ui/form/text-field.tsx';
import { formatReais } from '#shop/text/format-reais.ts';
import type { ShopCoupon } from './use-coupon.ts';

/** A code that lowers the cart, or the field for one. Its form has an address of its own: `/carrinho?cupom=CODIGO`. */
export function CouponField({ coupon, className = '' }: { coupon: ShopCoupon; className?: string }) {
  const { applied, typed, refusal, isAsking } = coupon;
  const place = useRef<HTMLDivElement>(null);
  const wasPressed = useRef(false);
  const isApplied = applied !== null;
  useEffect(() => {
    if (!wasPressed.current) return;
    wasPressed.current = false;
    // The button that was pressed is gone: the one in its place has the focus.
    if (document.activeElement === document.body) place.current?.querySelector('button')?.focus();
  }, [isApplied]);
  return (
    <div ref={place} className={className}>
      {applied ? (
        <div className="flex items-center justify-between gap-3">
          <p className="flex min-w-0 items-center gap-2 text-sm">
            <TicketPercent aria-hidden="true" className="size-[18px] shrink-0 text-ok" />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              Cupom <strong className="font-semibold">{applied.code}</strong>
            </span>
          </p>
          <Button
            variant="ghost"
            className="relative -mr-4 shrink-0"
            onClick={() => {
              wasPressed.current = true;
              coupon.remove();
            }}
          >
            Remover<span className="sr-only"> cupom</span>
          </Button>
        </div>
      ) : (
        <form
          method="get"
          action="/carrinho"
          className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            wasPressed.current = true;
            if (typed.trim() !== '') coupon.apply(typed);
            else coupon.remove();
          }}
        >
          <TextField
            label="Cupom"
            name="cupom"
            value={typed}
            onChange={(event) => coupon.type(event.target.value)}
            maxLength={60}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            error={refusal ?? undefined}
          />
          <Button type="submit" variant="outline" className="mt-[29px]" loading={isAsking}>
            Aplicar
          </Button>
        </form>
      )}
      <p role="status" className={applied ? 'text-xs text-ok' : 'sr-only'}>
        {applied
          ? applied.discountCents > 0
            ? `Cupom aplicado: ${formatReais(applied.discountCents)} de desconto.`
            : 'Cupom aplicado, sem desconto: o total já é o menor possível.'
          : refusal}
      </p>
    </div>
  );
}
