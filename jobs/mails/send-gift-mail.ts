import type { MailContent } from '#emails/render-mail.ts';
import type { OutwardContext } from '#shop/context.ts';
import type { OrderDetails } from '#shop/orders/read-order.ts';
import { sendMail } from '#shop/messages/send-mail.ts';

/** Without an account the order says that it is deleted, which is nobody's name. */
export function buyerName(order: Pick<OrderDetails, 'userId' | 'customerName'>): string {
  return order.userId === null ? '' : order.customerName;
}

/**
 * To the address that the buyer of a paid gift named, which nobody proved (rulings 27 and 44): the gift itself, and once
 * more if nobody opened it. null: it is forgotten.
 */
export async function sendGiftMail(
  ctx: OutwardContext,
  jobId: string,
  receiverEmail: string | null,
  content: MailContent,
): Promise<void> {
  if (receiverEmail !== null) await sendMail(ctx, { id: jobId, to: receiverEmail, ...content });
}
