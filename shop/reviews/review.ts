import { sql } from 'kysely';

export interface ReviewedSkin {
  championId: string;
  skinNum: number;
}

/** What everybody reads of a review. */
export interface Review {
  stars: number;
  text: string;
  /** The first word of the author's display name. */
  name: string;
  createdAt: Date;
}

/** The author reads why staff have hidden it. */
export interface OwnReview extends Review {
  hiddenReason: string | null;
}

/** Of `reviews`: those that everybody reads. */
export const isShown = sql<boolean>`reviews.hidden_at is null and reviews.withdrawn_at is null`;

/** Of `users` and `profiles`: the display name as the profile has it. */
export const displayName = sql<string>`coalesce(profiles.display_name, users.name)`;
