import type { cancelOwnOrder } from '#shop/orders/cancel-order.ts';
import type { shareOrder, unshareOrder } from '#shop/orders/share-order.ts';
import type { withdrawOrder } from '#shop/orders/withdraw-order.ts';
import type { Sentences } from './sentences.ts';

const not_found = 'Pedido não encontrado.';

export const CANCEL_OWN_ORDER_REFUSALS = {
  not_found,
  already_paid: 'Este pedido já foi pago e não pode mais ser cancelado por aqui. Fale com o suporte.',
  payment_under_review: 'Recebemos um pagamento deste pedido e estamos conferindo. Fale com o suporte.',
} satisfies Sentences<typeof cancelOwnOrder>;

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
