import type { CustomerForm } from '#shop/orders/check-customer.ts';
import type { PublicChargeStatus } from '#shop/live/live-event.ts';
import { reaisToCents } from '#shop/text/reais-to-cents.ts';
import type { OrderStatus, PaymentView } from '../code/payment-state.ts';
import type { PurchaseAttempt } from './purchase-attempt.ts';
import { namePurchase, presentPurchase, type Purchase } from './purchase.ts';

export type FieldErrors = Partial<Record<keyof CustomerForm, string>>;

export type CreatePaymentResult =
  | { ok: true; payment: PaymentView }
  | { ok: false; reason: 'signed_out' | 'refused' | 'no_answer'; message: string; fields: FieldErrors };

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

const PATIENCE_MS = 20_000;

/** Asks for a PIX code. May be called again after any failure: the same attempt never makes a second order. */
export async function createPayment(
  request: { purchase: Purchase; customer: CustomerForm | null; attempt: PurchaseAttempt },
  { url = '/api/create-pix-payment', patienceMs = PATIENCE_MS } = {},
): Promise<CreatePaymentResult> {
  const key = request.attempt.keyFor(namePurchase(request.purchase));
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify({
        ...presentPurchase(request.purchase),
        ...(request.customer ? { customer: request.customer } : {}),
        metadata: { externalId: key },
      }),
      signal: AbortSignal.timeout(patienceMs),
    });
    body = await response.json();
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    return {
      ok: false,
      reason: 'no_answer',
      message: isLate
        ? 'O sistema de pagamento demorou demais para responder. Nada foi cobrado; tente de novo.'
        : 'Sem conexão com a loja. Nada foi cobrado; confira sua internet e tente de novo.',
      fields: {},
    };
  }
  if (response.ok)
    return {
      ok: true,
      payment: readAnswer(body as CreateAnswer, request.purchase, response.headers.get('date')),
    };

  const { error } = body as { error?: { code?: string; message?: string; fields?: FieldErrors } };
  if (error?.code && SPENT_KEY_CODES.includes(error.code)) request.attempt.end();
  return {
    ok: false,
    reason: response.status === 401 ? 'signed_out' : 'refused',
    message: error?.message ?? 'Algo deu errado do nosso lado. Tente de novo.',
    fields: error?.fields ?? {},
  };
}

function readAnswer({ payment, order }: CreateAnswer, purchase: Purchase, date: string | null): PaymentView {
  return {
    id: payment.id,
    status: payment.status,
    amountCents: reaisToCents(payment.amount) ?? 0,
    pixCode: payment.pixCode,
    expiresAt: payment.expiresAt,
    order,
    isLate: false,
    dueAt: null,
    awaitsUpdate: 'updatingCount' in purchase && (purchase.updatingCount ?? 0) > 0,
    readAt: date && !Number.isNaN(Date.parse(date)) ? date : new Date().toISOString(),
    olderIds: [],
  };
}
