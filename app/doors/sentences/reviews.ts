import type { deleteReview } from '#shop/reviews/delete-review.ts';
import type { hideReview } from '#shop/reviews/hide-review.ts';
import type { saveReview } from '#shop/reviews/save-review.ts';
import type { Sentences } from './sentences.ts';

export const HIDE_REVIEW_REFUSALS = {
  not_found: 'Avaliação não encontrada.',
  already_done: 'Alguém da equipe já fez isso. Atualize a página.',
} satisfies Sentences<typeof hideReview>;

export const REVIEW_REFUSALS = {
  not_found: 'Esta skin não existe no catálogo.',
  not_owned: 'Só quem tem esta skin pode avaliar.',
  too_many_tries: 'Muitas tentativas.',
} satisfies Sentences<typeof saveReview>;

export const DELETE_REVIEW_REFUSALS = {
  ...REVIEW_REFUSALS,
  not_found: 'Você não tem uma avaliação desta skin.',
} satisfies Sentences<typeof deleteReview>;
