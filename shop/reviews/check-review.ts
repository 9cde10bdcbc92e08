import { tidyParagraphs } from '#shop/text/tidy-text.ts';

export const REVIEW_TEXT_MAX = 500;
export const MOST_STARS = 5;
/** Why staff hide a review, in characters: its author reads it. */
export const REASON_LIMITS = { least: 3, most: 300 } as const;

export type ReviewField = 'stars' | 'text';

export type ReviewCheck =
  | { ok: true; review: { stars: number; text: string } }
  | { ok: false; field: ReviewField; message: string };

/** One to five stars; a text is welcome, and may be missing. */
export function checkReview({ stars, text }: { stars: number; text: string }): ReviewCheck {
  if (!Number.isInteger(stars) || stars < 1 || stars > MOST_STARS) {
    return { ok: false, field: 'stars', message: `Escolha de 1 a ${MOST_STARS} estrelas.` };
  }
  const tidied = tidyParagraphs(text);
  // As the database counts: an emoji is one.
  if (Array.from(tidied).length > REVIEW_TEXT_MAX) {
    return { ok: false, field: 'text', message: `O texto pode ter até ${REVIEW_TEXT_MAX} caracteres.` };
  }
  return { ok: true, review: { stars, text: tidied } };
}
