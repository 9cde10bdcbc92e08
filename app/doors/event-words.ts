import type { EventType } from '#shop/events/programs/event-data.ts';

/** What each event says, for people: the description, and the boxes of a new webhook. */
export const EVENT_WORDS: Readonly<Record<EventType, string>> = {
  'order.created': 'Pedido feito',
  'order.paid': 'Pedido pago',
  'order.due_soon': 'Pedido vence em cinco minutos',
  'order.late': 'Pedido atrasado',
  'order.delivered': 'Pedido entregue',
  'order.cancelled': 'Pedido cancelado',
  'order.refunded': 'Dinheiro devolvido',
  'order.disputed': 'Contestação aberta',
  'order.dispute_closed': 'Contestação decidida',
  'item.replaced': 'Link de uma skin trocado',
  'gift.claimed': 'Presente resgatado',
  'review.created': 'Avaliação escrita',
  'ticket.opened': 'Atendimento aberto',
  'ticket.answered': 'Atendimento respondido pela equipe',
  'skin_file.updated': 'Arquivo de uma skin trocado',
  'skin_file.broken': 'Arquivo de uma skin quebrou',
  'patch.opened': 'Arquivos em atualização',
  'patch.closed': 'Arquivos liberados',
  'settings.changed': 'Configurações alteradas',
  ping: 'Teste',
};
