import type { MailBrand } from '#emails/mail-layout.tsx';
import type { MailContent } from '#emails/render-mail.tsx';
import { readLook } from '#shop/brand/read-look.ts';
import type { OutwardContext } from '#shop/context.ts';
import type { JobName, JobRequest } from '#shop/jobs.ts';
import { findOrderRecipient } from '#shop/messages/find-order-recipient.ts';
import { sendMail } from '#shop/messages/send-mail.ts';
import { MAIL_RETRIES } from '#shop/retry-policy.ts';
import { describeSeller } from '#shop/settings/describe-seller.ts';
import type { Job } from '../job.ts';

type MailName = Extract<JobName, `mail-${string}`>;
type DataOf<Name extends MailName> = Extract<JobRequest, { name: Name }>['data'];

/** It goes to whoever owns the order, at an address that may get it. */
type OrderLetter = MailContent & { order: Parameters<typeof findOrderRecipient>[1] };
/** `onFailure`: it was not sent, and is tried again later. */
type Letter = OrderLetter | (MailContent & { to: string; replyTo?: string; onFailure?: () => Promise<void> });
type Write<Name extends MailName, Written> = (
  ctx: OutwardContext,
  data: DataOf<Name>,
  brand: MailBrand,
) => Promise<Written | null>;

/** A mail as a job. `write` says what is true now; null: nothing is, any more. */
export function mailJob<Name extends MailName>(
  name: Name,
  write: Write<Name, Letter>,
  retries = MAIL_RETRIES,
): Job<DataOf<Name>> {
  return {
    name,
    retries,
    async run(ctx, data, id) {
      const letter = await write(ctx, data, brandOf(ctx));
      if (letter === null) return;
      if ('to' in letter) {
        const { onFailure, ...mail } = letter;
        return sendMail(ctx, { id, ...mail }).catch(async (error: unknown) => {
          await onFailure?.();
          throw error;
        });
      }
      const { order, ...content } = letter;
      const to = await findOrderRecipient(ctx, order);
      if (to === null) ctx.log.info('mail.no_proved_address', { mailId: id, orderId: order.id });
      else await sendMail(ctx, { id, to, ...content });
    },
  };
}

/** Of a mail about an order, which names no address: who may get it is decided here, not by each of them. */
export const orderMailJob: <Name extends MailName>(
  name: Name,
  write: Write<Name, OrderLetter>,
) => Job<DataOf<Name>> = mailJob;

function brandOf({ settings }: OutwardContext): MailBrand {
  const { theme, logo } = readLook(settings);
  return {
    theme,
    logoUrl: logo && settings.appUrl + logo,
    name: settings.brandName,
    url: settings.appUrl,
    supportEmail: settings.supportEmail,
    seller: settings.seller && describeSeller(settings.seller),
  };
}
