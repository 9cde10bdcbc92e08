import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useRefresh } from '#app/ui/live/use-refresh.ts';
import { useLive } from '#app/ui/live/live.tsx';
import { showToast } from '#app/ui/feedback/toast.ts';
import type { PublicChargeStatus } from '#shop/live/live-event.ts';
import type { CustomerForm } from '#shop/orders/check-customer.ts';
import { createPayment, type CreatePaymentResult } from '../start/create-payment.ts';
import { clockSkewMs, nextTickMs } from './payment-clock.ts';
import { followPayment, screenOf, type PaymentScreen, type PaymentView } from './payment-state.ts';
import { beginPurchaseAttempt } from '../start/purchase-attempt.ts';
import type { Purchase } from '../start/purchase.ts';

/** `refused`: a sentence that says when to try again. */
export type CheckOutcome = 'not_yet' | 'unreachable' | 'answered' | { refused: string };

export interface PaymentFlow {
  payment: PaymentView | null;
  /** null: no code was asked for yet. */
  screen: PaymentScreen | null;
  /** The server's time, ms, as often as the screen needs it. */
  now: number;
  isCreating: boolean;
  /** Meanwhile a provider has not answered, and the page goes on asking. */
  isSlow: boolean;
  failure: Extract<CreatePaymentResult, { ok: false }> | null;
  create: (purchase: Purchase, customer: CustomerForm | null) => Promise<CreatePaymentResult | null>;
  /** 'Já paguei': has the server ask the gateway. */
  check: () => Promise<CheckOutcome>;
  /** Simulator only. */
  simulate: () => Promise<boolean>;
  /** Back to the form, for another purchase. */
  leave: () => void;
}

/** Delay before the step after a payment. */
const AFTER_PAID_MS = 2_000;
const PATIENCE_MS = 20_000;
const LOOK_EVERY_MS = 20_000;

/**
 * One payment from its code to its end, kept in step with the server while the page is open. `onPaid`: the step after it;
 * `hasLeft`: whoever paid did not wait for it, and is somewhere else.
 */
export function usePayment(initial: PaymentView | null, onPaid: (hasLeft: boolean) => void): PaymentFlow {
  const [payment, tell] = useReducer(followPayment, initial);
  const creation = useCreation((opened) => tell({ type: 'opened', payment: opened }));
  const { revalidate } = useRevalidator();
  const clock = useServerClock(payment);
  const screen = payment && screenOf(payment, clock.now);

  const ask = async (id: string, method: 'GET' | 'POST', path = '/api/payments/') => {
    const response = await fetch(path + id, {
      method,
      headers: { Accept: 'application/json' },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    // The session ended: the root loader learns of it, and the screens with it.
    if (response.status === 401) void revalidate();
    if (response.status === 429) {
      const { error } = (await response.json()) as { error: { message: string } };
      return { refused: error.message };
    }
    if (!response.ok) return null;
    const { status } = (await response.json()) as { status: PublicChargeStatus };
    tell({ type: 'charge', id, status, now: clock.read() });
    return status;
  };

  useLive((message) => {
    if (!payment) return;
    if (message.event === 'refetch') {
      if (screen === 'paid' || screen === 'late') return;
      for (const id of [payment.id, ...payment.olderIds]) void ask(id, 'GET').catch(() => null);
    } else if (message.event === 'payment') {
      tell({ type: 'charge', id: message.id, status: message.status, now: clock.read() });
    } else if (message.event === 'orders') {
      tell({ type: 'order', id: message.id, status: message.status, now: clock.read() });
    }
  });

  const isWaiting = screen === 'waiting';
  const look = useEffectEvent(() => {
    if (!payment || document.hidden) return;
    for (const id of [payment.id, ...payment.olderIds]) void ask(id, 'GET').catch(() => null);
  });
  useEffect(() => {
    if (!isWaiting) return;
    // An open page makes the server ask the gateway more often, in case its webhooks are lost.
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);

  const isExpired = screen === 'expired';
  const askAtExpiry = useEffectEvent(() => {
    // Money sent in the last second: the gateway knows before this screen says that it is over.
    if (payment?.status === 'pending') void ask(payment.id, 'POST').catch(() => null);
  });
  useEffect(() => {
    if (isExpired) askAtExpiry();
  }, [isExpired]);

  const isPaid = screen === 'paid' || screen === 'late';
  useOncePaid(isPaid, onPaid);

  return {
    payment,
    screen,
    now: clock.now,
    isCreating: creation.isCreating,
    isSlow: creation.isSlow,
    failure: creation.failure,
    create: creation.create,
    async check() {
      if (!payment) return 'unreachable';
      const status = await ask(payment.id, 'POST').catch(() => null);
      if (status === null) return 'unreachable';
      if (typeof status === 'object') return status;
      return status === 'pending' || status === 'expired' || status === 'cancelled' ? 'not_yet' : 'answered';
    },
    async simulate() {
      if (!payment) return false;
      return typeof (await ask(payment.id, 'POST', '/simulator/pay/').catch(() => null)) === 'string';
    },
    leave: () => {
      creation.forget();
      tell({ type: 'left' });
    },
  };
}

/** Asks for a code, one at a time. */
function useCreation(
  onOpened: (payment: PaymentView) => void,
): Pick<PaymentFlow, 'isCreating' | 'isSlow' | 'failure' | 'create'> & { forget: () => void } {
  const [failure, setFailure] = useState<PaymentFlow['failure']>(null);
  const [isCreating, setCreating] = useState(false);
  const [isSlow, setSlow] = useState(false);
  const [attempt] = useState(beginPurchaseAttempt);
  const isBusy = useRef(false);
  const refresh = useRefresh();
  return {
    isCreating,
    isSlow,
    failure,
    forget: () => setFailure(null),
    async create(purchase, customer) {
      // A double click is one request; the state behind the button's look comes a render too late for that.
      if (isBusy.current) return null;
      isBusy.current = true;
      setCreating(true);
      setFailure(null);
      const result = await createPayment({ purchase, customer, attempt }, { onWait: () => setSlow(true) });
      isBusy.current = false;
      setCreating(false);
      setSlow(false);
      if (result.ok) {
        onOpened(result.payment);
        if (result.payment.status === 'pending')
          showToast({ title: 'QR Code gerado!', tone: 'success', about: 'payment' });
      } else {
        setFailure(result);
        // With the new total on the screen the next press is right.
        if (result.isRepriced) void refresh();
        showToast({
          title: 'Erro ao criar pagamento',
          description: result.message,
          tone: 'danger',
          stays: true,
          about: 'payment',
        });
      }
      return result;
    },
  };
}

/** Shows the toast, and 2 s later the next step: once, and not for a payment that was paid before the page opened. */
function useOncePaid(isPaid: boolean, onPaid: (hasLeft: boolean) => void): void {
  const wasPaid = useRef(isPaid);
  const follow = useEffectEvent(onPaid);
  useEffect(() => {
    if (!isPaid) wasPaid.current = false;
    if (!isPaid || wasPaid.current) return;
    showToast({ title: 'Pagamento confirmado!', tone: 'success' });
    const end = (hasLeft: boolean) => {
      if (wasPaid.current) return;
      wasPaid.current = true;
      follow(hasLeft);
    };
    const timer = setTimeout(() => end(false), AFTER_PAID_MS);
    return () => {
      clearTimeout(timer);
      end(true);
    };
  }, [isPaid]);
}

/**
 * The server's time. On the server and while hydrating `now` is the moment of the answer, so that both draw
 * the same; then it moves as often as the texts that depend on it.
 */
function useServerClock(payment: PaymentView | null): { now: number; read: () => number } {
  const readAt = payment ? Date.parse(payment.readAt) : 0;
  const expiresAt = payment ? Date.parse(payment.expiresAt) : 0;
  const [now, setNow] = useState(readAt);
  const skew = useRef(0);

  useEffect(() => {
    if (!expiresAt) return;
    skew.current = clockSkewMs(readAt, Date.now());
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      const moment = Date.now() + skew.current;
      setNow(moment);
      const next = nextTickMs(expiresAt, moment);
      if (next !== null) timer = setTimeout(tick, next);
    };
    tick();
    return () => clearTimeout(timer);
  }, [readAt, expiresAt]);

  return { now: Math.max(now, readAt), read: () => Date.now() + skew.current };
}
