import { useEffect, useRef, useState } from 'react';
import { Price } from '#app/ui/skin/price.tsx';
import { useHydrated } from '#app/ui/frame/use-hydrated.ts';
import { EndedPayment, EndedSign } from './ended-payment.tsx';
import type { PaymentScreen, PaymentView } from './payment-state.ts';
import type { PaymentFlow } from './use-payment.ts';
import { WaitingPayment } from './waiting-payment.tsx';

const HEADLINES: Record<PaymentScreen, string> = {
  waiting: 'Aguardando pagamento...',
  paid: 'Pagamento Confirmado!',
  late: 'Pagamento Confirmado!',
  expired: 'O código PIX expirou',
  held: 'Pagamento em análise',
  cancelled: 'Pedido cancelado',
  refunded: 'Pagamento devolvido',
  no_code: 'O código PIX ainda não foi gerado',
  replaced: 'Este código não vale mais',
};

interface PaymentStatusProps {
  flow: PaymentFlow & { payment: PaymentView; screen: PaymentScreen };
  /** The form was here a moment ago and had the focus. */
  takesFocus: boolean;
}

/** Where one payment stands: the same in the dialog and on the payment page. */
export function PaymentStatus({ flow, takesFocus }: PaymentStatusProps) {
  const { screen, payment } = flow;
  const isGood = screen === 'paid' || screen === 'late';
  const top = useScreenChange(screen, takesFocus);
  return (
    <div ref={top} className={screen === 'waiting' ? '' : 'mx-auto max-w-[480px] text-center'}>
      {screen !== 'waiting' && <EndedSign screen={screen} />}
      <div className={screen === 'waiting' ? 'flex flex-wrap items-baseline justify-between gap-x-4' : ''}>
        <Headline
          text={HEADLINES[screen]}
          className={
            screen === 'waiting'
              ? 'text-sm text-muted'
              : `font-heading text-lg font-bold ${isGood ? 'text-ok' : ''}`
          }
          screen={screen}
        />
        {screen === 'waiting' && (
          <p className="font-heading text-2xl font-bold text-accent md:text-xl">
            <span className="sr-only">Valor: </span>
            <Price cents={payment.amountCents} />
          </p>
        )}
      </div>
      {screen === 'waiting' ? (
        <WaitingPayment flow={flow} takesFocus={takesFocus} />
      ) : (
        <EndedPayment flow={flow} screen={screen} />
      )}
    </div>
  );
}

/**
 * What replaces a long form or a QR code below the fold is often shorter, and would be out of sight.
 * Where the focused button went with the old screen, the new one's main action takes the focus.
 */
function useScreenChange(screen: PaymentScreen, alsoAtFirst: boolean) {
  const element = useRef<HTMLDivElement>(null);
  const shown = useRef(alsoAtFirst ? null : screen);
  useEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    element.current?.firstElementChild?.scrollIntoView({ block: 'center' });
    if (document.activeElement !== document.body) return;
    element.current?.querySelector<HTMLElement>('button, a')?.focus({ preventScroll: true });
  }, [screen]);
  return element;
}

/**
 * Announced once: a live region speaks only of text that comes into it, so it starts empty, except on a page
 * that arrives with it and is read as a whole anyway.
 */
function Headline({ text, className, screen }: { text: string; className: string; screen: PaymentScreen }) {
  const isHydrated = useHydrated();
  const [spoken, setSpoken] = useState(isHydrated ? '' : text);
  useEffect(() => setSpoken(text), [text]);
  return (
    <p
      role="status"
      className={`flex min-h-6 items-center gap-2 ${screen === 'waiting' ? '' : 'justify-center'} ${className}`}
    >
      {screen === 'waiting' && (
        <span aria-hidden="true" className="size-2 animate-breathe rounded-full bg-info" />
      )}
      {spoken}
    </p>
  );
}
