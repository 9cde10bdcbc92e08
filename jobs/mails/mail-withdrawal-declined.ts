import { withdrawalDeclinedMail } from '#emails/withdrawal-declined.tsx';
import { findWithdrawalAnswer } from '#shop/orders/find-withdrawal-answer.ts';
import { readOrder } from '#shop/orders/read-order.ts';
import { orderMailJob } from './mail-job.ts';

export const mailWithdrawalDeclinedJob = orderMailJob(
  'mail-withdrawal-declined',
  async (ctx, { orderId }, brand) => {
    const answer = await findWithdrawalAnswer(ctx, orderId);
    const order = answer === null ? null : await readOrder(ctx, orderId);
    return order && answer !== null ? { order, ...withdrawalDeclinedMail({ brand, order, answer }) } : null;
  },
);
