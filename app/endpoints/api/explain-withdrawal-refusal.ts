import type { WithdrawOrderResult } from '#shop/orders/withdraw-order.ts';

interface Refusal {
  status: 404 | 409 | 422;
  code: string;
  message: string;
  fields?: Record<string, string>;
}

/** Why an order cannot be given back, for the call and for the screen. */
export function explainWithdrawalRefusal(refusal: Extract<WithdrawOrderResult, { ok: false }>): Refusal {
  switch (refusal.reason) {
    case 'not_found':
      return { status: 404, code: 'not_found', message: 'Pedido não encontrado.' };
    case 'not_paid':
      return conflict('not_paid', 'Este pedido ainda não foi pago, então não há o que devolver.');
    case 'gift_claimed':
      return conflict(
        'gift_claimed',
        'Este presente já foi aberto, e quem comprou não pode mais devolvê-lo. Se algo não funcionou, fale com o suporte.',
      );
    case 'too_late':
      return conflict(
        'too_late',
        'O prazo de 7 dias depois do pagamento já passou. Se algo não funcionou, fale com o suporte.',
      );
    case 'nothing_left':
      return conflict('nothing_left', 'O valor deste pedido já voltou ou está voltando para você.');
    case 'declined':
      return conflict('declined', 'A equipe já respondeu ao seu pedido de devolução. Fale com o suporte.');
    case 'invalid_reason': {
      const { message } = refusal;
      return { status: 422, code: 'invalid', message, fields: { reason: message } };
    }
  }
}

const conflict = (code: string, message: string): Refusal => ({ status: 409, code, message });
