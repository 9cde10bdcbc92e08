import { setTimeout as sleep } from 'node:timers/promises';
import { preparePictures } from '#shop/media/prepare-pictures.ts';
import type { Job } from './job.ts';

/** For this long after a start, the shop and its first visitor have the machine to themselves. */
const FIRST_AFTER_SECONDS = 60;

export const preparePicturesJob: Job = {
  name: 'prepare-pictures',
  // Only the leader runs it, one run after the other: two at once would make the same pictures twice.
  everySeconds: 300,
  async run(ctx, _data, _jobId, signal: AbortSignal) {
    const waitSeconds = Math.max(0, FIRST_AFTER_SECONDS - process.uptime());
    await sleep(waitSeconds * 1000, undefined, { signal }).catch(() => {});
    if (!signal.aborted) await preparePictures(ctx, signal);
  },
};
