import { keepGifts } from '#shop/gifts/keep-gifts.ts';
import type { Job } from './job.ts';

export const keepGiftsJob: Job = {
  name: 'keep-gifts',
  // Ninety days are over at any hour.
  schedule: '25 * * * *',
  async run(ctx) {
    await keepGifts(ctx);
  },
};
