import { rescueMail } from '#emails/rescue.ts';
import { readRescueMail } from '#shop/accounts/rescue/read-rescue-mail.ts';
import { mailJob } from './mail-job.ts';

/** To the two addresses of a rescue (docs/decisions/mail-to-proved-addresses.md). */
export const mailRescueJob = mailJob('mail-rescue', async (ctx, data, brand) => {
  const mail = await readRescueMail(ctx, data);
  if (!mail) return null;
  const { to, ...told } = mail;
  return { to, ...rescueMail({ brand, news: data.kind, ...told }) };
});
