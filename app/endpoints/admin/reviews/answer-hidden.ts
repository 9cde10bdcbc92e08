import type { HideReviewResult } from '#shop/reviews/hide-review.ts';
import { answerError } from '../../http/answer-error.ts';

/** `result` null: the address names no review. */
export function answerHidden(result: HideReviewResult | null, requestId: string): Response {
  if (result?.ok) return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
  switch (result?.reason) {
    case 'invalid':
      return answerError(422, 'invalid', requestId, result.message, { fields: { reason: result.message } });
    case 'already_done':
      return answerError(409, 'already_done', requestId, 'Alguém da equipe já fez isso. Atualize a página.');
    default:
      return answerError(404, 'not_found', requestId, 'Avaliação não encontrada.');
  }
}
