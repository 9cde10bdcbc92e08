import type { PlaceManualOrderResult } from '#shop/orders/place-manual-order.ts';
import { MAX_SKINS_PER_ORDER } from '#shop/orders/plan-purchase.ts';
import { answerError } from '../../http/answer-error.ts';

/** Why staff cannot enter this order, at the field that has to change. */
export function explainManualRefusal(
  refusal: Extract<PlaceManualOrderResult, { ok: false }>,
  requestId: string,
): Response {
  const refuse = (status: number, code: string, field: 'email' | 'skins' | 'reason', message: string) =>
    answerError(status, code, requestId, message, { fields: { [field]: message } });
  switch (refusal.reason) {
    case 'unknown_account':
      return refuse(422, 'unknown_account', 'email', 'Nenhuma conta da loja tem este e-mail.');
    case 'invalid_note':
      return refuse(422, 'invalid', 'reason', refusal.message);
    case 'no_items':
      return refuse(422, 'no_items', 'skins', 'Escolha pelo menos uma skin.');
    case 'too_many_items':
      return refuse(422, 'too_many_items', 'skins', `São no máximo ${MAX_SKINS_PER_ORDER} skins por pedido.`);
    case 'unknown_skin':
      return refuse(422, 'unknown_skin', 'skins', `Não está no catálogo: ${refusal.skins.join(', ')}.`);
    case 'unavailable':
      return refuse(409, 'unavailable', 'skins', `Indisponível no momento: ${refusal.skins.join(', ')}.`);
    case 'already_owned':
      return refuse(409, 'already_owned', 'skins', `Esta pessoa já tem: ${refusal.skins.join(', ')}.`);
    case 'key_reused':
      return answerError(
        409,
        'idempotency_key_reused',
        requestId,
        'Esta tentativa já foi usada para outro pedido. Feche e abra o formulário de novo.',
      );
    // These belong to prices and sums that a browser sends, which this call does not take.
    case 'amount_out_of_range':
    case 'skin_price_mismatch':
      return answerError(422, 'invalid', requestId);
  }
}
