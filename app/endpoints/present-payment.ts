import { drawQrPng } from '#shop/payments/draw-qr-code.ts';
import type { Payment } from '#shop/payments/find-payment.ts';
import { publicChargeStatus } from '#shop/payments/public-charge-status.ts';

/** The `payment` of docs/contract.md's `POST /api/create-pix-payment`. `amount` in reais. */
export function presentPayment(
  charge: Pick<Payment, 'id' | 'status' | 'amount_cents' | 'pix_code' | 'expires_at'>,
) {
  const png = charge.pix_code ? drawQrPng(charge.pix_code) : null;
  return {
    id: charge.id,
    status: publicChargeStatus(charge.status),
    amount: charge.amount_cents / 100,
    pixCode: charge.pix_code,
    qrCodeBase64: png && `data:image/png;base64,${png.toString('base64')}`,
    qrCodeUrl: png && `/api/payments/${charge.id}/qr-code`,
    expiresAt: charge.expires_at.toISOString(),
  };
}
