import { accountMail } from '#emails/account-mail.ts';
import { ACCOUNT_MAIL_RETRIES } from '#shop/retry-policy.ts';
import { mailJob } from './mail-job.ts';

export const mailAccountJob = mailJob(
  'mail-account',
  async (_ctx, { to, ...about }, brand) => ({ to, ...accountMail({ brand, ...about }) }),
  ACCOUNT_MAIL_RETRIES,
);
