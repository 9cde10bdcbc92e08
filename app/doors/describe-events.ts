import { z } from 'zod';
import { EVENT_DATA, EVENT_TYPES, type EventType } from '#shop/events/programs/event-data.ts';
import { print } from './describe-api.ts';

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
  'settings.changed': 'Configurações mudadas',
  ping: 'Teste',
};

const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/** The `webhooks` of OpenAPI: what a hook receives, signed as Standard Webhooks has it. */
export function describeEvents() {
  return Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: describeEvent(type) }]));
}

function describeEvent(type: EventType) {
  const schema = z.object({ type: z.literal(type), timestamp: z.iso.datetime(), data: EVENT_DATA[type] });
  return {
    operationId: `event.${type}`,
    summary: EVENT_WORDS[type],
    parameters: HEADERS.map((name) => ({ name, in: 'header', required: true, schema: { type: 'string' } })),
    requestBody: { content: { 'application/json': { schema: print(schema, 'output') } } },
    responses: { '2XX': { description: 'Recebido' }, 410: { description: 'A loja para de chamar' } },
  };
}
