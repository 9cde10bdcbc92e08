import type { hideReview } from '#shop/reviews/hide-review.ts';
import type { Sentences } from './sentences.ts';

export const HIDE_REVIEW_REFUSALS = {
  not_found: 'Avaliação não encontrada.',
  already_done: 'Alguém da equipe já fez isso. Atualize a página.',
} satisfies Sentences<typeof hideReview>;
