import type { OwnReview, Review } from '#shop/reviews/review.ts';

/** In the contract's words: what everybody reads. */
export function presentReview({ stars, text, name, createdAt }: Review) {
  return { stars, text, name, created_at: createdAt.toISOString() };
}

/** The author also reads why staff have hidden it. */
export function presentOwnReview(review: OwnReview) {
  return { ...presentReview(review), hidden_reason: review.hiddenReason };
}
