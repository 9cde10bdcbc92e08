import type { PlanPurchaseResult } from '#shop/orders/plan-purchase.ts';
import { FREE_CHARGE_CENTS } from '#shop/orders/plan-purchase.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import { explainSaleRefusal } from './explain-sale-refusal.ts';

export const AMOUNT_OUT_OF_RANGE = `O valor deve ficar entre ${formatReais(FREE_CHARGE_CENTS.min, ' ')} e ${formatReais(FREE_CHARGE_CENTS.max, ' ')}.`;

/** Why these skins are no purchase, in the same words for a quote and at checkout. */
export function explainPlanRefusal(
  refusal: Extract<PlanPurchaseResult, { ok: false }>,
): [status: number, code: string, message: string] {
  switch (refusal.reason) {
    case 'no_items':
      return [422, 'no_items', 'Adicione itens ao carrinho antes de finalizar.'];
    case 'too_many_items':
      return [422, 'too_many_items', 'São no máximo 100 skins por pedido. Divida a compra em dois pedidos.'];
    case 'amount_out_of_range':
      return [422, 'amount_out_of_range', AMOUNT_OUT_OF_RANGE];
    case 'skin_price_mismatch':
      return [
        422,
        'price_mismatch',
        `O preço de cada skin é ${formatReais(refusal.priceCents, ' ')}. Atualize a página e tente de novo.`,
      ];
    case 'unknown_skin':
    case 'unavailable':
      return explainSaleRefusal(refusal);
  }
}
