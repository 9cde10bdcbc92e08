import type { createPayment } from '#shop/orders/create-payment.ts';
import { drawQrPng } from '#shop/payments/charges/draw-qr-code.ts';
import { publicChargeStatus } from '#shop/payments/charges/public-charge-status.ts';
import type { showPayment } from '#shop/payments/charges/show-payment.ts';
import { toReais } from '#shop/text/reais.ts';
import { NO_STORE } from '../http/no-store.ts';

type Shown = Exclude<Awaited<ReturnType<typeof showPayment>>, { ok: false }>;
type Created = Exclude<Awaited<ReturnType<typeof createPayment>>, { ok: false }>;

/** Made, found again, and to be asked for again. */
answerPayment.statuses = [201, 200, 202];

/** `POST /api/create-pix-payment` as docs/contract.md has it: `amount` in reais. */
export function answerPayment({ charge, order, created }: Created): Response {
  // Of several providers, one has not answered: the same call again gives the code.
  if (charge.status === 'creating') {
    const body = { payment: { status: 'creating' }, order: { id: order.id, status: order.status } };
    return Response.json(body, { status: 202, headers: { 'Cache-Control': 'no-store' } });
  }
  const png = charge.pixCode ? drawQrPng(charge.pixCode) : null;
  const payment = {
    id: charge.id,
    status: publicChargeStatus(charge.status),
    amount: toReais(charge.amountCents),
    pixCode: charge.pixCode,
    qrCodeBase64: png && `data:image/png;base64,${png.toString('base64')}`,
    qrCodeUrl: png && `/api/payments/${charge.id}/qr-code`,
    expiresAt: charge.expiresAt.toISOString(),
  };
  return Response.json(
    { payment, order: { id: order.id, status: order.status } },
    // The picture is compressed already and is most of the answer: compressing it again costs more than it saves.
    { status: created ? 201 : 200, headers: { 'Cache-Control': 'no-store, no-transform' } },
  );
}

/** `GET /api/payments/{id}` in the contract's words. */
export const answerPaymentState = ({ id, status, amountCents, expiresAt, paidAt }: Shown) =>
  Response.json({ id, status, amount: toReais(amountCents), expiresAt, paidAt }, { headers: NO_STORE });
