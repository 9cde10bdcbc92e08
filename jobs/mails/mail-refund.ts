import { refundMail } from '#emails/refund.tsx';
import { readOrder } from '#shop/orders/read-order.ts';
import { findRefund } from '#shop/refunds/find-refund.ts';
import { orderMailJob } from './mail-job.ts';

export const mailRefundJob = orderMailJob('mail-refund', async (ctx, { refundId, news }, brand) => {
  const refund = await findRefund(ctx, refundId);
  const order = refund && (await readOrder(ctx, refund.orderId));
  if (!order) return null;
  const { amountCents, isWhole, isManual } = refund;
  return { order, ...refundMail({ brand, order, amountCents, news, isWhole, isManual }) };
});
