import type { SaleRefusal } from '#shop/orders/check-open-order.ts';

/** Why skins cannot be paid for, in the same words at checkout and at 'Pagar agora'. */
export function explainSaleRefusal(
  refusal: SaleRefusal,
): [status: number, code: SaleRefusal['reason'], message: string] {
  switch (refusal.reason) {
    case 'unknown_skin':
      return [
        422,
        'unknown_skin',
        'Uma das skins não está no catálogo. Remova-a do carrinho e tente de novo.',
      ];
    case 'unavailable':
      return [409, 'unavailable', `Indisponível no momento: ${refusal.skins.join(', ')}.`];
    case 'already_owned':
      return [409, 'already_owned', `Você já tem esta skin na sua coleção: ${refusal.skins.join(', ')}.`];
  }
}
