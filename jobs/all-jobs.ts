import type { JobRequest } from '#shop/jobs.ts';
import type { Job } from './job.ts';
import { mailAccountJob } from './mails/mail-account.ts';
import { mailGiftJob } from './mails/mail-gift.ts';
import { mailGiftKeptJob } from './mails/mail-gift-kept.ts';
import { mailMessageJob } from './mails/mail-message.ts';
import { mailRescueJob } from './mails/mail-rescue.ts';
import { mailReviewRequestJob } from './mails/mail-review-request.ts';
import { mailSkinsArrivedJob } from './mails/mail-skins-arrived.ts';
import { mailTicketJob } from './mails/mail-ticket.ts';
import { orderMails } from './mails/order-mails.ts';
import { sendPushJob } from './send-push.ts';
import { sendRefundJob } from './send-refund.ts';
import { timedJobs } from './timed-jobs.ts';

/** Those that the shop asks for by name (shop/jobs.ts): the compiler misses one that is not here. */
export const askedJobs: { [Request in JobRequest as Request['name']]: Job<Request['data']> } = {
  ...orderMails,
  'mail-account': mailAccountJob,
  'mail-gift': mailGiftJob,
  'mail-gift-kept': mailGiftKeptJob,
  'mail-rescue': mailRescueJob,
  'mail-review-request': mailReviewRequestJob,
  'mail-skins-arrived': mailSkinsArrivedJob,
  'mail-message': mailMessageJob,
  'mail-ticket': mailTicketJob,
  'send-push': sendPushJob,
  'send-refund': sendRefundJob,
};

/** Every job the runner knows; a queue exists for each. */
export const jobs: Job<never>[] = [...Object.values(askedJobs), ...timedJobs];
