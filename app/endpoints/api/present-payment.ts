import { toReais } from '#shop/text/reais.ts';
import { drawQrPng } from '#shop/payments/charges/draw-qr-code.ts';
import type { Payment } from '#shop/payments/charges/find-payment.ts';
import { publicChargeStatus } from '#shop/payments/charges/public-charge-status.ts';

/** The `payment` of docs/contract.md's `POST /api/create-pix-payment`. `amount` in reais. */
export function presentPayment(
  charge: Pick<Payment, 'id' | 'status' | 'amountCents' | 'pixCode' | 'expiresAt'>,
) {
  const png = charge.pixCode ? drawQrPng(charge.pixCode) : null;
  return {
    id: charge.id,
    status: publicChargeStatus(charge.status),
    amount: toReais(charge.amountCents),
    pixCode: charge.pixCode,
    qrCodeBase64: png && `data:image/png;base64,${png.toString('base64')}`,
    qrCodeUrl: png && `/api/payments/${charge.id}/qr-code`,
    expiresAt: charge.expiresAt.toISOString(),
  };
}
