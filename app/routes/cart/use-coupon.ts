import { useEffect, useState } from 'react';
import { useSession } from '#app/ui/frame/session.tsx';
import { readCoupon, writeCoupon } from './coupon-storage.ts';
import type { CouponRefusal } from '#shop/pricing/coupon.ts';
import { toCents } from '#shop/text/reais.ts';

/** `POST /api/quote` (docs/contract.md). */
interface QuoteAnswer {
  discount: number;
  total: number;
  /** `message`: why nothing is taken off. */
  coupon: { code: string; reason: CouponRefusal | null; message?: string } | null;
}

interface Answer {
  asked: string;
  /** As it was typed. */
  typed: string;
  code: string;
  discountCents: number;
  totalCents: number;
  /** Why nothing is taken off; null: it is. */
  refusal: string | null;
}

export interface ShopCoupon {
  /** What the field shows. */
  typed: string;
  type: (text: string) => void;
  /** The code that lowers this purchase, and what it costs by the server's word. */
  applied: Pick<Answer, 'code' | 'discountCents' | 'totalCents'> | null;
  /** The server is being asked. */
  isAsking: boolean;
  refusal: string | null;
  apply: (code: string) => void;
  /** Asks once more what it takes off: the prices may have changed. */
  again: () => void;
  remove: () => void;
}

/**
 * The coupon of this browser, for its cart and for a single skin. It is kept until it is used, so that it is there after
 * a look into the store or a sign-in. The server says what it takes off, anew whenever the skins change.
 */
export function useCoupon(skus: readonly string[]): ShopCoupon {
  const email = useSession()?.email ?? '';
  const [code, setCode] = useState(readCoupon);
  const [typed, type] = useState(code);
  const [presses, setPresses] = useState(0);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const items = JSON.stringify(skus);
  // `email`: who asks decides how often the code was used. A press asks again, also for the same code.
  const asked = JSON.stringify([code, items, email, presses]);
  const isAsked = code !== '' && skus.length > 0;

  useEffect(() => {
    if (!isAsked) return;
    const controller = new AbortController();
    const patience = setTimeout(() => controller.abort(LATE), PATIENCE_MS);
    const ask = async (): Promise<void> => {
      const found = await askQuote(code, items, controller.signal);
      if (!found) return;
      setAnswer({ ...found, asked, typed: code });
      // A code that is none is not asked about again, and stays in the field.
      writeCoupon(found.isUnknown ? '' : code);
      if (found.isUnknown) setCode('');
    };
    void ask();
    return () => {
      clearTimeout(patience);
      controller.abort();
    };
  }, [asked, code, isAsked, items]);

  const isAnswered = answer?.asked === asked;
  const current = isAsked && isAnswered ? answer : null;
  const refused = current ?? (code === '' ? answer : null);
  return {
    typed,
    type,
    applied: current && current.refusal === null ? current : null,
    isAsking: isAsked && !isAnswered,
    // What is typed now is another code than the one that was refused.
    refusal: refused?.typed === typed.trim() ? refused.refusal : null,
    again: () => setPresses((before) => before + 1),
    apply(text) {
      setPresses((before) => before + 1);
      setCode(text.trim());
      type(text.trim());
    },
    remove() {
      writeCoupon('');
      setAnswer(null);
      setCode('');
      type('');
    },
  };
}

/** null: the cart has changed meanwhile. */
async function askQuote(
  coupon: string,
  items: string,
  signal: AbortSignal,
): Promise<(Omit<Answer, 'asked' | 'typed'> & { isUnknown: boolean }) | null> {
  const refuse = (refusal: string) => ({ ...NOTHING, code: coupon, refusal });
  try {
    const response = await fetch('/api/quote', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: `{"items":${items},"coupon":${JSON.stringify(coupon)}}`,
      signal,
    });
    if (!response.ok) {
      const { error } = (await response.json()) as { error?: { message?: string } };
      return refuse(error?.message ?? FAILED);
    }
    const quote = (await response.json()) as QuoteAnswer;
    const reason = quote.coupon?.reason ?? null;
    return {
      code: quote.coupon?.code ?? coupon,
      discountCents: toCents(quote.discount),
      totalCents: toCents(quote.total),
      refusal: reason && (quote.coupon?.message ?? FAILED),
      isUnknown: reason === 'unknown',
    };
  } catch {
    return signal.aborted && signal.reason !== LATE ? null : refuse(FAILED);
  }
}

const NOTHING = { discountCents: 0, totalCents: 0, isUnknown: false };
/** A shop that is silent must not hold the checkout up. */
const PATIENCE_MS = 10_000;
const LATE = 'late';
const FAILED = 'Não foi possível conferir o cupom agora. Verifique sua conexão e tente de novo.';
