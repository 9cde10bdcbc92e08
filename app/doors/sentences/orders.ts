import type { Refused } from '#shop/operation.ts';
import type { cancelOrder, cancelOwnOrder } from '#shop/orders/cancel-order.ts';
import type { createPayment } from '#shop/orders/create-payment.ts';
import { COUPON_REFUSALS } from '#shop/orders/explain-coupon.ts';
import type { placeManualOrder } from '#shop/orders/place-manual-order.ts';
import { FREE_CHARGE_CENTS, MAX_SKINS_PER_ORDER } from '#shop/orders/plan-purchase.ts';
import type { showQuote } from '#shop/orders/quote-order.ts';
import type { shareOrder, unshareOrder } from '#shop/orders/share-order.ts';
import type { withdrawOrder } from '#shop/orders/withdraw-order.ts';
import type { deleteView } from '#shop/orders/views/delete-view.ts';
import { MAX_VIEWS, type saveView } from '#shop/orders/views/save-view.ts';
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
  refunded_outside: 'Este pedido veio de outra loja: resolva por lá.',
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

/** Why these skins are no purchase, in the same words for a quote and at checkout. */
export const QUOTE_REFUSALS = {
  no_items: 'Adicione itens ao carrinho antes de finalizar.',
  too_many_items: 'São no máximo 100 skins por pedido. Divida a compra em dois pedidos.',
  amount_out_of_range: `O valor deve ficar entre ${formatReais(FREE_CHARGE_CENTS.min, ' ')} e ${formatReais(FREE_CHARGE_CENTS.max, ' ')}.`,
  skin_price_mismatch: ({ priceCents = 0 }) =>
    `O preço de cada skin é ${formatReais(priceCents, ' ')}. Confira o total e tente de novo.`,
  unknown_skin: 'Uma das skins não está no catálogo. Remova-a do carrinho e tente de novo.',
  unavailable: ({ skins = [] }) =>
    `${skins.length > 1 ? 'Indisponíveis' : 'Indisponível'} no momento: ${skins.join(', ')}.`,
  sold_out: ({ skins = [] }) => `Sem estoque: ${skins.join(', ')}.`,
  too_many_tries: '',
} satisfies Sentences<typeof showQuote>;

const firstOf = ({ fields = {} }: Refused) => Object.values(fields)[0] ?? '';

export const CREATE_PAYMENT_REFUSALS = {
  ...QUOTE_REFUSALS,
  ...COUPON_REFUSALS,
  unauthenticated: 'Você precisa estar logado para fazer um pagamento',
  invalid_customer: firstOf,
  invalid_gift: firstOf,
  already_owned: ({ skins = [] }) =>
    `Você já tem ${skins.length > 1 ? 'estas skins' : 'esta skin'} na sua coleção: ${skins.join(', ')}.`,
  price_mismatch: ({ totalCents = 0 }) =>
    `O total correto é ${formatReais(totalCents, ' ')}. Confira e tente de novo.`,
  gift_of_one_skin: 'Um presente leva exatamente uma skin. Compre as outras em outro pedido.',
  key_reused: 'Esta tentativa já foi usada para outra compra. Atualize a página e tente de novo.',
  order_cancelled: 'Este pedido foi cancelado. Faça um novo pedido na loja.',
  not_found,
  gateway_refused:
    'O sistema de pagamento recusou estes dados. Confira nome, CPF/CNPJ e telefone e tente de novo.',
  gateway_unavailable:
    'O sistema de pagamento não respondeu. Nada foi cobrado e seu pedido está guardado: tente de novo em um minuto, aqui ou em Meus Pedidos.',
} satisfies Sentences<typeof createPayment>;

const atSkins = ({ fields }: Refused) => fields?.skins ?? '';

export const MANUAL_ORDER_REFUSALS = {
  unknown_account: { at: 'email', says: 'Nenhuma conta da loja tem este e-mail.' },
  no_items: { at: 'skins', says: 'Escolha pelo menos uma skin.' },
  too_many_items: { at: 'skins', says: `São no máximo ${MAX_SKINS_PER_ORDER} skins por pedido.` },
  unknown_skin: atSkins,
  unavailable: atSkins,
  sold_out: atSkins,
  already_owned: atSkins,
  key_reused: 'Esta tentativa já foi usada para outro pedido. Feche e abra o formulário de novo.',
} satisfies Sentences<typeof placeManualOrder>;

export const VIEW_REFUSALS = {
  not_found: 'Esta visão já foi apagada.',
  not_kept: {
    at: 'query',
    says: 'Estes filtros não podem ser guardados. O CPF de um cliente não entra numa visão.',
  },
  too_many: `Cada pessoa guarda até ${MAX_VIEWS} visões. Apague uma antes.`,
} satisfies Sentences<typeof saveView> & Sentences<typeof deleteView>;
