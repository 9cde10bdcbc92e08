import { skinsArrivedMail } from '#emails/skins-arrived.tsx';
import { readArrived } from '#shop/collection/wishes/read-arrived.ts';
import { mailJob } from './mail-job.ts';

/** It goes to the confirmed address of the account alone. */
export const mailSkinsArrivedJob = mailJob('mail-skins-arrived', async (ctx, data, brand) => {
  const arrived = await readArrived(ctx, data);
  if (!arrived) return null;
  const { to, name, skins } = arrived;
  return { to, ...skinsArrivedMail({ brand, customerName: name, skins }) };
});
