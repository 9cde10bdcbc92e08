import type { MailContent } from '#emails/render-mail.ts';
import type { OutwardContext } from '#shop/context.ts';
import { findOrderRecipient } from '#shop/messages/find-order-recipient.ts';
import { sendMail } from '#shop/messages/send-mail.ts';
import type { OrderDetails } from '#shop/orders/read-order.ts';

/** Every mail about an order goes through here: this decides who may get it, not each job. */
export async function sendOrderMail(
  ctx: OutwardContext,
  jobId: string,
  order: OrderDetails,
  content: MailContent,
): Promise<void> {
  const to = await findOrderRecipient(ctx, order);
  if (to === null) ctx.log.info('mail.no_proved_address', { mailId: jobId, orderId: order.id });
  else await sendMail(ctx, { id: jobId, to, ...content });
}
