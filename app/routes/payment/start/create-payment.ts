import type { CustomerForm } from '#shop/orders/check-customer.ts';
import type { PublicChargeStatus } from '#shop/live/live-event.ts';
import { toCents } from '#shop/text/reais.ts';
import type { OrderStatus, PaymentView } from '../code/payment-state.ts';
import type { PurchaseAttempt } from './purchase-attempt.ts';
import { namePurchase, presentPurchase, type Purchase } from './purchase.ts';

export type FieldErrors = Partial<Record<keyof CustomerForm | 'giftEmail' | 'giftMessage', string>>;

export type CreatePaymentResult =
  | { ok: true; payment: PaymentView }
  | {
      ok: false;
      reason: 'signed_out' | 'refused' | 'no_answer';
      message: string;
      fields: FieldErrors;
      /** A price has changed since the screen was loaded. */
      isRepriced?: boolean;
    };

/** docs/contract.md, `POST /api/create-pix-payment`. */
interface CreateAnswer {
  payment: {
    id: string;
    status: PublicChargeStatus;
    amount: number;
    pixCode: string | null;
    expiresAt: string;
  };
  order: { id: string; status: OrderStatus };
}

/** The order behind the key is gone, or belongs to another purchase: asking again with it cannot succeed. */
const SPENT_KEY_CODES = ['order_cancelled', 'idempotency_key_reused'];

/** For all tries together: longer than a standby takes to become the primary. */
const PATIENCE_MS = 45_000;
/** For one: longer than the shop waits for a PIX provider, or for somebody else who asks it for the same order. */
const TRY_MS = 17_000;
const RETRY_MS = 2_000;
/** While a provider has not answered, the page goes on by itself: at first as often as that, then every ten seconds. */
const WAIT_MS = 3_000;
const LATER_WAIT_MS = 10_000;
const WAITS_OFTEN = 20;
const LONGEST_WAITS = 100;
/** A machine of several died, or the shop met with something odd. With a phone out of reach nobody waits long. */
const TRIES_IN_VAIN = 3;

type Answer = { response: Response; body: unknown } | { failure: 'late' | 'unreachable' };

/**
 * Asks for a PIX code. While the shop has no database (a restart, a standby that takes over) it asks again by itself.
 * May be called again after any failure: the same attempt never makes a second order.
 */
export async function createPayment(
  request: { purchase: Purchase; customer: CustomerForm | null; attempt: PurchaseAttempt },
  {
    url = '/api/create-pix-payment',
    patienceMs = PATIENCE_MS,
    retryMs = RETRY_MS,
    waitMs = WAIT_MS,
    ask = fetch,
    onWait = () => {},
  } = {},
): Promise<CreatePaymentResult> {
  const key = request.attempt.keyFor(namePurchase(request.purchase));
  const text = JSON.stringify({
    ...presentPurchase(request.purchase),
    ...(request.customer ? { customer: request.customer } : {}),
    metadata: { externalId: key },
  });
  let deadline = Date.now() + patienceMs;
  let tries = 0;
  let waits = 0;
  let inVain = 0;
  let answer: Answer;
  for (;;) {
    answer = await askOnce(() =>
      ask(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
        body: text,
        signal: AbortSignal.timeout(Math.max(0, Math.min(TRY_MS, deadline - Date.now()))),
      }),
    );
    if (!('failure' in answer) && answer.response.status === 202 && waits < LONGEST_WAITS) {
      onWait();
      await new Promise((done) => setTimeout(done, waits++ < WAITS_OFTEN ? waitMs : LATER_WAIT_MS));
      deadline = Date.now() + patienceMs;
      continue;
    }
    const mayPass = !('failure' in answer) && isUnavailable(answer, tries);
    tries++;
    const isOdd = 'failure' in answer || answer.response.status === 500;
    if (!mayPass && !(isOdd && ++inVain < TRIES_IN_VAIN)) break;
    if (Date.now() + retryMs >= deadline) break;
    await new Promise((done) => setTimeout(done, retryMs));
  }
  if ('failure' in answer) {
    return {
      ok: false,
      reason: 'no_answer',
      message:
        answer.failure === 'late'
          ? 'O sistema de pagamento demorou demais para responder. Nada foi cobrado; tente de novo.'
          : 'Sem conexão com a loja. Nada foi cobrado; confira sua internet e tente de novo.',
      fields: {},
    };
  }
  const { response, body } = answer;
  if (response.status === 202) {
    const message =
      'O banco ainda não gerou o código. Nada foi cobrado; tente de novo daqui a pouco em Meus Pedidos.';
    return { ok: false, reason: 'no_answer', message, fields: {} };
  }
  if (response.ok)
    return {
      ok: true,
      payment: readAnswer(body as CreateAnswer, request.purchase, response.headers.get('date')),
    };

  const { error } = (body ?? {}) as { error?: { code?: string; message?: string; fields?: FieldErrors } };
  if (error?.code && SPENT_KEY_CODES.includes(error.code)) request.attempt.end();
  return {
    ok: false,
    reason: response.status === 401 ? 'signed_out' : 'refused',
    message: error?.message ?? 'Algo deu errado do nosso lado. Tente de novo.',
    fields: error?.fields ?? {},
    isRepriced: error?.code === 'price_mismatch',
  };
}

async function askOnce(ask: () => Promise<Response>): Promise<Answer> {
  try {
    const response = await ask();
    const body = parse(await response.text());
    return response.ok && body === null ? { failure: 'unreachable' } : { response, body };
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    return { failure: isLate ? 'late' : 'unreachable' };
  }
}

/** null: not the shop's own words, but those of a proxy in front of it. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * What passes without anybody's doing. A PIX provider that fails is another matter: the shop has tried it already. But
 * after an earlier try it may be that one which has asked the provider and died with its database: its claim runs out.
 */
function isUnavailable({ response, body }: { response: Response; body: unknown }, earlier: number): boolean {
  if (![502, 503, 504].includes(response.status)) return false;
  const code = (body as { error?: { code?: string } } | null)?.error?.code;
  if (code === 'gateway_unavailable') return earlier > 0;
  return code === undefined || code === 'unavailable' || code === 'not_ready';
}

function readAnswer({ payment, order }: CreateAnswer, purchase: Purchase, date: string | null): PaymentView {
  return {
    id: payment.id,
    status: payment.status,
    amountCents: toCents(payment.amount),
    pixCode: payment.pixCode,
    expiresAt: payment.expiresAt,
    order,
    isLate: false,
    dueAt: null,
    isFree: purchase.kind === 'free',
    awaitsUpdate: 'updatingCount' in purchase && (purchase.updatingCount ?? 0) > 0,
    releases: ('releases' in purchase && purchase.releases) || [],
    gift: ('gift' in purchase && purchase.gift) || null,
    isShared: false,
    readAt: date && !Number.isNaN(Date.parse(date)) ? date : new Date().toISOString(),
    olderIds: [],
  };
}
