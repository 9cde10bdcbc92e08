import { reviewRequestMail } from '#emails/review-request.tsx';
import { readReviewRequest } from '#shop/reviews/read-review-request.ts';
import { mailJob } from './mail-job.ts';

/** It goes to the confirmed address of the account alone. */
export const mailReviewRequestJob = mailJob('mail-review-request', async (ctx, data, brand) => {
  const asked = await readReviewRequest(ctx, data);
  // The money went back, or everything is reviewed by now.
  if (!asked) return null;
  const { to, name, skins } = asked;
  return { to, ...reviewRequestMail({ brand, customerName: name, skins }) };
});
