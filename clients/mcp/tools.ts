import { z } from 'zod';

/** A call of `/api/v1`. */
export interface ShopCall {
  method: 'GET' | 'POST';
  path: string;
  query?: Record<string, string | undefined>;
  body?: unknown;
}

export interface Tool {
  name: string;
  title: string;
  description: string;
  input: z.ZodRawShape;
  /** It asks for a change, which a person confirms. */
  asks: boolean;
  call(input: never): ShopCall;
}

const id = (what: string) => z.guid().describe(what);
const text = (what: string) => z.string().optional().describe(what);
const cursor = text('Onde a página anterior terminou (next_cursor)');
const reason = z.string().min(1).max(1000).describe('Por quê, para a pessoa que vai decidir');

const read = <Shape extends z.ZodRawShape>(
  name: string,
  title: string,
  input: Shape,
  call: (input: z.output<z.ZodObject<Shape>>) => Omit<ShopCall, 'method'>,
): Tool => ({
  name,
  title,
  description: title,
  input,
  asks: false,
  call: (given) => ({ method: 'GET', ...call(given) }),
});

/** What moves money, rights, files or words to a customer is asked for, whatever the key could do itself. */
const ask = <Shape extends z.ZodRawShape>(
  name: string,
  title: string,
  input: Shape,
  call: (input: z.output<z.ZodObject<Shape>>) => { operation: string; input: object },
): Tool => ({
  name,
  title,
  description: `${title}. Nada acontece agora: uma pessoa confirma ou recusa no painel da loja. Acompanhe com show_request.`,
  input: { ...input, why: reason },
  asks: true,
  call: (given: z.output<z.ZodObject<Shape>> & { why: string }) => ({
    method: 'POST',
    path: 'requests',
    body: { ...call(given), reason: given.why },
  }),
});

const part = encodeURIComponent;

export const TOOLS: readonly Tool[] = [
  read(
    'list_orders',
    'Lista pedidos, os mais novos primeiro',
    {
      status: z.enum(['awaiting_payment', 'pending', 'completed', 'cancelled']).optional(),
      q: text('Nome, e-mail ou número do pedido'),
      cursor,
    },
    (query) => ({ path: 'orders', query }),
  ),
  read(
    'read_order',
    'Mostra um pedido com o estado de cada skin',
    { order_id: id('Do pedido') },
    (given) => ({
      path: `orders/${part(given.order_id)}`,
    }),
  ),
  read('list_attention', 'Mostra o que espera decisão de uma pessoa', {}, () => ({ path: 'attention' })),
  read(
    'list_tickets',
    'Lista atendimentos',
    { state: z.enum(['open', 'answered', 'solved']).optional(), q: text('Palavras'), cursor },
    (query) => ({ path: 'tickets', query }),
  ),
  read(
    'read_ticket',
    'Mostra um atendimento com o que foi escrito',
    { ticket_id: id('Do atendimento') },
    (given) => ({
      path: `tickets/${part(given.ticket_id)}`,
    }),
  ),
  read(
    'search_catalog',
    'Procura skins no catálogo',
    { q: text('Nome da skin ou do campeão'), cursor },
    (query) => ({
      path: 'catalog',
      query,
    }),
  ),
  read(
    'read_numbers',
    'Mostra vendas, receita e prazos',
    { from: text('Dia, como 2026-11-01'), to: text('Dia, como 2026-11-30') },
    (query) => ({ path: 'numbers', query }),
  ),
  read('list_coupons', 'Lista cupons', {}, () => ({ path: 'coupons' })),
  read(
    'show_request',
    'Diz se uma pessoa já decidiu um pedido',
    { request_id: id('Do pedido de confirmação') },
    (given) => ({
      path: `requests/${part(given.request_id)}`,
    }),
  ),
  ask(
    'ask_refund',
    'Pede a devolução do dinheiro de um pedido',
    {
      order_id: id('Do pedido'),
      amount: z.number().positive().optional().describe('Em reais; sem ele, tudo'),
    },
    ({ order_id, amount }) => ({
      operation: 'refunds.request',
      input: {
        path: { order_id },
        body: {
          confirmation: order_id.slice(0, 8),
          reason: 'Pedido por um assistente',
          ...(amount && { amount }),
        },
      },
    }),
  ),
  ask('ask_cancel', 'Pede o cancelamento de um pedido', { order_id: id('Do pedido') }, ({ order_id }) => ({
    operation: 'orders.cancel',
    input: { path: { order_id }, body: { reason: 'Pedido por um assistente' } },
  })),
  ask(
    'ask_links',
    'Pede o envio dos links de um pedido',
    { order_id: id('Do pedido'), links: z.record(z.string(), z.string()).describe('Por id do item') },
    ({ order_id, links }) => ({
      operation: 'orders.send_links',
      input: { path: { order_id }, body: { links } },
    }),
  ),
  ask(
    'ask_ticket_answer',
    'Pede o envio de uma resposta a um cliente',
    { ticket_id: id('Do atendimento'), text: z.string().min(1).max(5000).describe('A resposta') },
    ({ ticket_id, text }) => ({
      operation: 'tickets.answer',
      input: { path: { ticket_id }, body: { text } },
    }),
  ),
  ask(
    'ask_operation',
    'Pede qualquer outra operação da descrição da API (operationId)',
    {
      operation: z.string().describe('operationId, como coupons.create'),
      path: z.record(z.string(), z.unknown()).optional(),
      query: z.record(z.string(), z.unknown()).optional(),
      body: z.record(z.string(), z.unknown()).optional(),
    },
    ({ operation, path, query, body }) => ({ operation, input: { path, query, body } }),
  ),
];
