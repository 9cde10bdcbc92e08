import type { JobRequest } from '#shop/jobs.ts';
import { sendPush } from '#shop/push/send-push.ts';
import { PUSH_RETRIES } from '#shop/retry-policy.ts';
import type { Job } from './job.ts';

export const sendPushJob: Job<Extract<JobRequest, { name: 'send-push' }>['data']> = {
  name: 'send-push',
  retries: PUSH_RETRIES,
  run: (ctx, data) => sendPush(ctx, data),
};
