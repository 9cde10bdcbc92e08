import type { Job } from './job.ts';
import { forgetOldJob } from './forget-old.ts';
import { collectGivenUpJob } from './collect-given-up.ts';
import { mailAccountJob } from './mails/mail-account.ts';
import { mailChargedBackJob } from './mails/mail-charged-back.ts';
import { mailLinkReplacedJob } from './mails/mail-link-replaced.ts';
import { mailLinksDeliveredJob } from './mails/mail-links-delivered.ts';
import { mailMessageJob } from './mails/mail-message.ts';
import { mailOrderCancelledJob } from './mails/mail-order-cancelled.ts';
import { mailPaymentConfirmedJob } from './mails/mail-payment-confirmed.ts';
import { mailRefundJob } from './mails/mail-refund.ts';
import { preparePicturesJob } from './prepare-pictures.ts';
import { refreshCatalogJob } from './refresh-catalog.ts';
import { sweepChargesJob } from './sweep-charges.ts';
import { sweepRefundsJob } from './sweep-refunds.ts';
import { sweepOlderPaymentsJob } from './sweep-older-payments.ts';
import { sweepPaymentsJob } from './sweep-payments.ts';
import { vacuumJob } from './vacuum.ts';

/** Every job the runner knows; a queue exists for each. */
export const jobs: Job<never>[] = [
  mailAccountJob,
  mailPaymentConfirmedJob,
  mailLinksDeliveredJob,
  mailLinkReplacedJob,
  mailMessageJob,
  mailRefundJob,
  mailChargedBackJob,
  mailOrderCancelledJob,
  collectGivenUpJob,
  sweepChargesJob,
  sweepPaymentsJob,
  sweepOlderPaymentsJob,
  sweepRefundsJob,
  refreshCatalogJob,
  preparePicturesJob,
  forgetOldJob,
  vacuumJob,
];
