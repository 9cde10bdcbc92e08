import type { Refused } from '#shop/operation.ts';
import type { showQuote } from '#shop/orders/quote-order.ts';
import type { cancelOrder, cancelOwnOrder } from '#shop/orders/cancel-order.ts';
import type { shareOrder, unshareOrder } from '#shop/orders/share-order.ts';
import type { withdrawOrder } from '#shop/orders/withdraw-order.ts';
import { FREE_CHARGE_CENTS } from '#shop/orders/plan-purchase.ts';
import type { SaleRefusal } from '#shop/orders/check-open-order.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import type { Sentences } from './sentences.ts';

const not_found = 'Pedido não encontrado.';

export const CANCEL_OWN_ORDER_REFUSALS = {
  not_found,
  already_paid: 'Este pedido já foi pago e não pode mais ser cancelado por aqui. Fale com o suporte.',
  payment_under_review: 'Recebemos um pagamento deste pedido e estamos conferindo. Fale com o suporte.',
} satisfies Sentences<typeof cancelOwnOrder>;

export const CANCEL_ORDER_REFUSALS = {
  not_found,
  already_completed: 'Este pedido já foi entregue: reembolse.',
  already_cancelled: 'Este pedido já foi cancelado.',
} satisfies Sentences<typeof cancelOrder>;

export const SHARE_ORDER_REFUSALS = {
  not_found,
  order_closed: 'Este pedido já foi pago ou cancelado.',
} satisfies Sentences<typeof shareOrder> & Sentences<typeof unshareOrder>;

export const WITHDRAW_ORDER_REFUSALS = {
  not_found,
  not_paid: 'Este pedido ainda não foi pago, então não há o que devolver.',
  gift_claimed:
    'Este presente já foi aberto, e quem comprou não pode mais devolvê-lo. Se algo não funcionou, fale com o suporte.',
  too_late: 'O prazo de 7 dias depois do pagamento já passou. Se algo não funcionou, fale com o suporte.',
  nothing_left: 'O valor deste pedido já voltou ou está voltando para você.',
  declined: 'A equipe já respondeu ao seu pedido de devolução. Fale com o suporte.',
  invalid_reason: ({ fields }) => fields?.reason ?? '',
} satisfies Sentences<typeof withdrawOrder>;

/** Why skins cannot be paid for, in the same words at checkout and at 'Pagar agora'. */
export const SALE_REFUSALS = {
  unknown_skin: 'Uma das skins não está no catálogo. Remova-a do carrinho e tente de novo.',
  unavailable: (refused: Refused) => `Indisponível no momento: ${namesIn(refused)}.`,
  already_owned: (refused: Refused) => `Você já tem esta skin na sua coleção: ${namesIn(refused)}.`,
};
const namesIn = (refused: Refused) => (refused as SaleRefusal).skins.join(', ');
const { unknown_skin, unavailable } = SALE_REFUSALS;

/** Why these skins are no purchase, in the same words for a quote and at checkout. */
export const QUOTE_REFUSALS = {
  no_items: 'Adicione itens ao carrinho antes de finalizar.',
  too_many_items: 'São no máximo 100 skins por pedido. Divida a compra em dois pedidos.',
  amount_out_of_range: `O valor deve ficar entre ${formatReais(FREE_CHARGE_CENTS.min, ' ')} e ${formatReais(FREE_CHARGE_CENTS.max, ' ')}.`,
  skin_price_mismatch: (refused: Refused) =>
    `O preço de cada skin é ${formatReais((refused as Refused & { priceCents: number }).priceCents, ' ')}. Atualize a página e tente de novo.`,
  unknown_skin,
  unavailable,
  too_many_tries: '',
} satisfies Sentences<typeof showQuote>;
