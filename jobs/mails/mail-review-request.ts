import { reviewRequestMail } from '#emails/review-request.tsx';
import { sendMail } from '#shop/messages/send-mail.ts';
import { readReviewRequest } from '#shop/reviews/read-review-request.ts';
import { MAIL_RETRIES } from '#shop/retry-policy.ts';
import type { Job } from '../job.ts';
import { mailBrand } from './mail-brand.ts';

/** It goes to the confirmed address of the account alone. */
export const mailReviewRequestJob: Job<{ userId: string; askedAt: string }> = {
  name: 'mail-review-request',
  retries: MAIL_RETRIES,
  async run(ctx, data, jobId) {
    const asked = await readReviewRequest(ctx, data);
    // The money went back, or everything is reviewed by now.
    if (!asked) return;
    const { to, name, skins } = asked;
    const content = reviewRequestMail({ brand: mailBrand(ctx), customerName: name, skins });
    await sendMail(ctx, { id: jobId, to, ...content });
  },
};
