import { sendRefund } from '#shop/refunds/send-refund.ts';
import type { Job } from './job.ts';

/** Of a refund that the shop itself asked for. What this leaves undone the sweep finds. */
export const sendRefundJob: Job<{ refundId: string }> = {
  name: 'send-refund',
  run: (ctx, { refundId }) => sendRefund(ctx, refundId),
};
