import { Button } from '#app/ui/form/button.tsx';
import { useOffer } from '#app/ui/frame/offer.tsx';
import { tellTime } from '#shop/promise/tell-time.ts';
import { describeMinutes } from '#shop/text/describe-minutes.ts';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { Price } from '#app/ui/skin/price.tsx';
import { AheadNote } from '#app/ui/skin/ahead-note.tsx';
import { UpdateNote } from '#app/ui/skin/update-note.tsx';
import { useOwnNow } from '#app/ui/live/use-own-now.ts';
import type { ReactNode } from 'react';
import { LateArrivalNote } from '../payment/start/late-arrival-note.tsx';
import type { Quote } from '#shop/pricing/quote-purchase.ts';
import type { usePaymentDialog } from '../payment/start/use-payment-dialog.ts';

interface CartSummaryProps {
  quote: Pick<Quote<never>, 'discountCents' | 'totalCents'>;
  coupon?: ReactNode;
  /** The total is about to change. */
  isQuoting?: boolean;
  /** How many of these come later, with the update of their files. */
  updating: { count: number; of: number };
  /** The last day of each that is sold before its file exists. */
  releases: readonly string[];
  onCheckout: () => void;
  payment: Pick<ReturnType<typeof usePaymentDialog>, 'isOpening' | 'warm'>;
}

export function CartSummary({
  quote: { discountCents, totalCents },
  coupon,
  isQuoting = false,
  updating,
  releases,
  onCheckout,
  payment,
}: CartSummaryProps) {
  const offer = useOffer();
  const now = useOwnNow();
  const told = now && tellTime({ status: 'awaiting_payment', dueAt: null }, now, offer);
  return (
    <section
      aria-labelledby="summary-title"
      className="rounded-card border border-line bg-surface p-5 lg:sticky lg:top-24"
    >
      <h2 id="summary-title" className="text-lg">
        Resumo do pedido
      </h2>
      <dl className="mt-4 flex flex-col gap-2.5 text-sm">
        <Row label="Subtotal" cents={totalCents + discountCents} />
        <Row label="Desconto" cents={discountCents} isTakenOff={discountCents > 0} />
        <div className="mt-1.5 flex items-baseline justify-between border-t border-line pt-4">
          <dt className="font-semibold">Total</dt>
          <dd className="font-heading text-xl font-bold text-accent">
            <Price cents={totalCents} />
          </dd>
        </div>
      </dl>
      {coupon}
      {releases.length > 0 && <AheadNote untils={releases} of={updating.of} className="mt-5" />}
      {updating.count > 0 ? (
        <UpdateNote updating={updating.count} of={updating.of} className="mt-5" />
      ) : (
        releases.length < updating.of && <LateArrivalNote className="mt-5" />
      )}
      <div className="mt-5 flex flex-col gap-2.5">
        <Button
          onClick={onCheckout}
          size="large"
          loading={payment.isOpening || isQuoting}
          onPointerEnter={payment.warm}
          onFocus={payment.warm}
        >
          Finalizar Compra
        </Button>
        <LinkButton to="/loja" variant="outline">
          Continuar Comprando
        </LinkButton>
      </div>
      <p className="mt-4 text-xs text-muted">
        Pagamento por PIX.
        {updating.count === 0 &&
          releases.length === 0 &&
          told?.kind === 'within' &&
          ` Entrega em até ${describeMinutes(told.minutes)}.`}
      </p>
    </section>
  );
}

function Row({ label, cents, isTakenOff = false }: { label: string; cents: number; isTakenOff?: boolean }) {
  return (
    <div className="flex items-baseline justify-between">
      <dt className="text-muted">{label}</dt>
      <dd className={isTakenOff ? 'whitespace-nowrap text-ok' : ''}>
        {isTakenOff && '−'}
        <Price cents={cents} />
      </dd>
    </div>
  );
}
