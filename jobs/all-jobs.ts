import type { JobRequest } from '#shop/jobs.ts';
import type { Job } from './job.ts';
import { mailAccountJob } from './mails/mail-account.ts';
import { mailChargedBackJob } from './mails/mail-charged-back.ts';
import { mailGiftJob } from './mails/mail-gift.ts';
import { mailGiftKeptJob } from './mails/mail-gift-kept.ts';
import { mailLinkReplacedJob } from './mails/mail-link-replaced.ts';
import { mailLinksDeliveredJob } from './mails/mail-links-delivered.ts';
import { mailMessageJob } from './mails/mail-message.ts';
import { mailOrderCancelledJob } from './mails/mail-order-cancelled.ts';
import { mailPaymentConfirmedJob } from './mails/mail-payment-confirmed.ts';
import { mailPaymentReminderJob } from './mails/mail-payment-reminder.ts';
import { mailRefundJob } from './mails/mail-refund.ts';
import { mailRescueJob } from './mails/mail-rescue.ts';
import { mailReviewRequestJob } from './mails/mail-review-request.ts';
import { mailSkinsUpdatedJob } from './mails/mail-skins-updated.ts';
import { mailWithdrawalDeclinedJob } from './mails/mail-withdrawal-declined.ts';
import { mailTicketJob } from './mails/mail-ticket.ts';
import { sendPushJob } from './send-push.ts';
import { timedJobs } from './timed-jobs.ts';

/** Those that the shop asks for by name (shop/jobs.ts): the compiler misses one that is not here. */
export const askedJobs: { [Request in JobRequest as Request['name']]: Job<Request['data']> } = {
  'mail-account': mailAccountJob,
  'mail-payment-confirmed': mailPaymentConfirmedJob,
  'mail-links-delivered': mailLinksDeliveredJob,
  'mail-link-replaced': mailLinkReplacedJob,
  'mail-skins-updated': mailSkinsUpdatedJob,
  'mail-gift': mailGiftJob,
  'mail-gift-kept': mailGiftKeptJob,
  'mail-rescue': mailRescueJob,
  'mail-review-request': mailReviewRequestJob,
  'mail-message': mailMessageJob,
  'mail-ticket': mailTicketJob,
  'mail-refund': mailRefundJob,
  'mail-charged-back': mailChargedBackJob,
  'mail-order-cancelled': mailOrderCancelledJob,
  'mail-withdrawal-declined': mailWithdrawalDeclinedJob,
  'mail-payment-reminder': mailPaymentReminderJob,
  'send-push': sendPushJob,
};

/** Every job the runner knows; a queue exists for each. */
export const jobs: Job<never>[] = [...Object.values(askedJobs), ...timedJobs];
