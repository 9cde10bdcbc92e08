import { rescueMail } from '#emails/rescue.tsx';
import { readRescueMail } from '#shop/accounts/rescue/read-rescue-mail.ts';
import type { JobRequest } from '#shop/jobs.ts';
import { sendMail } from '#shop/messages/send-mail.ts';
import { MAIL_RETRIES } from '#shop/retry-policy.ts';
import type { Job } from '../job.ts';
import { mailBrand } from './mail-brand.ts';

/** To the two addresses of a rescue (docs/decisions/mail-to-proved-addresses.md). */
export const mailRescueJob: Job<Extract<JobRequest, { name: 'mail-rescue' }>['data']> = {
  name: 'mail-rescue',
  retries: MAIL_RETRIES,
  async run(ctx, data, jobId) {
    const mail = await readRescueMail(ctx, data);
    if (!mail) return;
    const { to, ...told } = mail;
    await sendMail(ctx, {
      id: jobId,
      to,
      ...rescueMail({ brand: mailBrand(ctx), news: data.kind, ...told }),
    });
  },
};
