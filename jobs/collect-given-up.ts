import { collectGivenUpMails } from '#shop/given-up/collect-given-up-mails.ts';
import type { Job } from './job.ts';

export const collectGivenUpJob: Job = {
  name: 'collect-given-up',
  schedule: '* * * * *',
  async run(ctx) {
    await collectGivenUpMails(ctx);
  },
};
