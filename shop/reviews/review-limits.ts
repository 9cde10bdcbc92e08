export const REVIEW_TEXT_MAX = 500;
export const MOST_STARS = 5;
/** Why staff hide a review, in characters: its author reads it. */
export const REASON_LIMITS = { least: 3, most: 300 } as const;
