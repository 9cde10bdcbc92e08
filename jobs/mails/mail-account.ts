import { accountMail } from '#emails/account-mail.tsx';
import type { JobRequest } from '#shop/jobs.ts';
import { sendMail } from '#shop/messages/send-mail.ts';
import { ACCOUNT_MAIL_RETRIES } from '#shop/retry-policy.ts';
import type { Job } from '../job.ts';
import { mailBrand } from './mail-brand.ts';

type Data = Extract<JobRequest, { name: 'mail-account' }>['data'];

export const mailAccountJob: Job<Data> = {
  name: 'mail-account',
  retries: ACCOUNT_MAIL_RETRIES,
  async run(ctx, { kind, to, name, url }, jobId) {
    await sendMail(ctx, { id: jobId, to, ...accountMail({ brand: mailBrand(ctx), kind, name, url }) });
  },
};
