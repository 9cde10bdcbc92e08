import { z } from 'zod';
import { id } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import type { OutwardContext, ShopContext } from '#shop/context.ts';
import { checkCharge } from './check-charge.ts';
import { drawQrPng } from './draw-qr-code.ts';
import { findPayment } from './find-payment.ts';
import { publicChargeStatus } from './public-charge-status.ts';
import { watchPayment } from './watch-payment.ts';

const described = {
  who: 'customer',
  input: z.object({ paymentId: id() }),
  output: z.custom<{
    id: string;
    status: string;
    amountCents: number;
    expiresAt: Date;
    paidAt: Date | null;
  }>(),
  refusals: { not_found: 404 },
} as const;

/** The owner's payment from the database. The request also shows that somebody watches the payment. */
export const showPayment = operation({ ...described, id: 'payments.get' }, readPayment);

/** 'Já paguei': asks the gateway first. */
export const lookUpPayment = operation(
  { ...described, id: 'payments.look_up', limit: 'look-up' },
  async (ctx: OutwardContext, asked) => {
    const before = await readPayment(ctx, asked);
    if ('ok' in before) return before;
    await checkCharge(ctx, asked.paymentId, { causedByPerson: true });
    return readPayment(ctx, asked);
  },
);

async function readPayment(ctx: ShopContext, asked: { userId: string; paymentId: string }) {
  const payment = await findPayment(ctx, asked);
  if (!payment) return NOT_FOUND;
  await watchPayment(ctx, payment.orderId);
  return { ...payment, status: publicChargeStatus(payment.status) };
}

/** The picture of a payment's code. */
export const showQrCode = operation(
  {
    ...described,
    id: 'payments.qr_code',
    output: z.custom<{ png: Uint8Array<ArrayBuffer> }>(),
    limit: 'qr-code',
  },
  async (ctx: OutwardContext, asked) => {
    const payment = await findPayment(ctx, asked);
    return payment?.pixCode ? { png: new Uint8Array(drawQrPng(payment.pixCode)) } : NOT_FOUND;
  },
);

const NOT_FOUND = { ok: false, reason: 'not_found' } as const;
