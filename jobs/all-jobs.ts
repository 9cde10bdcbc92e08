import type { JobRequest } from '#shop/jobs.ts';
import type { Job } from './job.ts';
import { carryOutRescuesJob } from './carry-out-rescues.ts';
import { askForReviewsJob } from './ask-for-reviews.ts';
import { countSoldSkinsJob } from './count-sold-skins.ts';
import { forgetOldJob } from './forget-old.ts';
import { checkFilesJob } from './check-files.ts';
import { collectGivenUpJob } from './collect-given-up.ts';
import { deliverHeldJob } from './deliver-held.ts';
import { dateOrderItemsJob } from './date-order-items.ts';
import { digestTaxIdsJob } from './digest-tax-ids.ts';
import { mailAccountJob } from './mails/mail-account.ts';
import { mailChargedBackJob } from './mails/mail-charged-back.ts';
import { keepGiftsJob } from './keep-gifts.ts';
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
import { preparePicturesJob } from './prepare-pictures.ts';
import { refreshCatalogJob } from './refresh-catalog.ts';
import { releaseOrdersJob } from './release-orders.ts';
import { makeBackupJob } from './make-backup.ts';
import { remindUnpaidJob } from './remind-unpaid.ts';
import { sendAlertsJob } from './send-alerts.ts';
import { sendPushJob } from './send-push.ts';
import { sweepChargesJob } from './sweep-charges.ts';
import { sweepDisputesJob } from './sweep-disputes.ts';
import { sweepRefundsJob } from './sweep-refunds.ts';
import { sweepOlderPaymentsJob } from './sweep-older-payments.ts';
import { sweepPaymentsJob } from './sweep-payments.ts';
import { tellOwnersJob } from './tell-owners.ts';
import { vacuumJob } from './vacuum.ts';

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
export const jobs: Job<never>[] = [
  ...Object.values(askedJobs),
  collectGivenUpJob,
  sendAlertsJob,
  deliverHeldJob,
  releaseOrdersJob,
  keepGiftsJob,
  tellOwnersJob,
  askForReviewsJob,
  checkFilesJob,
  sweepChargesJob,
  sweepPaymentsJob,
  sweepOlderPaymentsJob,
  sweepRefundsJob,
  sweepDisputesJob,
  remindUnpaidJob,
  carryOutRescuesJob,
  refreshCatalogJob,
  preparePicturesJob,
  digestTaxIdsJob,
  dateOrderItemsJob,
  countSoldSkinsJob,
  forgetOldJob,
  vacuumJob,
  makeBackupJob,
];
