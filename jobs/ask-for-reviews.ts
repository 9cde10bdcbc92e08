import { askForReviews } from '#shop/reviews/ask-for-reviews.ts';
import type { Job } from './job.ts';

export const askForReviewsJob: Job = {
  name: 'ask-for-reviews',
  schedule: '33 * * * *',
  queue: { policy: 'exclusive' },
  async run(ctx) {
    await askForReviews(ctx);
  },
};
