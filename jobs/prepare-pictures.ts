import { preparePictures } from '#shop/media/prepare-pictures.ts';
import type { Job } from './job.ts';

/** A start, and whoever opens the shop right after it, has the machine to itself. */
const FIRST_AFTER_SECONDS = 120;

export const preparePicturesJob: Job = {
  name: 'prepare-pictures',
  schedule: '* * * * *',
  // Two at once would only make the same pictures twice. Turns are shorter than a minute: whoever died in one
  // stands in the way of the next for two.
  queue: { policy: 'exclusive', expireInSeconds: 120 },
  async run(ctx) {
    if (process.uptime() < FIRST_AFTER_SECONDS) return;
    await preparePictures(ctx);
  },
};
