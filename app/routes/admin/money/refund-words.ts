import type { RefundReason, RefundStatus } from '#shop/refunds/refund-row.ts';

export const REFUND_REASONS: Record<RefundReason, string> = {
  paid_twice: 'pago duas vezes',
  overpaid: 'pago a mais',
  already_owned: 'o cliente já tinha a skin',
  sold_out: 'sem estoque na hora do pagamento',
  preorder_over: 'a pré-venda terminou sem o arquivo',
  no_account: 'pago depois que a conta foi excluída',
  staff: 'pedido da equipe',
  cancelled: 'pedido cancelado',
  at_provider: 'feito no provedor',
};

export const PAID_OUTSIDE =
  'Este pedido foi pago fora da loja: devolva por onde foi pago e marque aqui como devolvido.';

export const REFUND_STATES: Record<RefundStatus, string> = {
  due: 'A devolver',
  requested: 'Enviando ao provedor',
  processing: 'Em processamento no banco',
  refunded: 'Devolvido',
  failed: 'Não foi possível devolver',
  dismissed: 'Encerrado sem devolução',
};
