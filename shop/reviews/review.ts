import { sql } from 'kysely';
import { z } from 'zod';

/** What everybody reads of a review. `name`: the first word of the author's display name. */
export const shownReview = z.object({
  stars: z.number(),
  text: z.string(),
  name: z.string(),
  createdAt: z.date(),
});
export type Review = z.output<typeof shownReview>;

/** The author reads why staff have hidden it. */
export interface OwnReview extends Review {
  hiddenReason: string | null;
}

/** Of `reviews`: those that everybody reads. */
export const isShown = sql<boolean>`reviews.hidden_at is null and reviews.withdrawn_at is null`;

/** Of `users` and `profiles`: the display name as the profile has it. */
export const displayName = sql<string>`coalesce(profiles.display_name, users.name)`;
