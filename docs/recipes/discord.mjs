// Um canal do Discord que conta o que acontece. Variáveis do Worker: SECRET (do webhook) e DISCORD_URL (do canal, em
// Integrações > Webhooks).
import { readEvent } from './read-event.mjs';

const WORDS = {
  'order.paid': ({ order }) => `Pedido pago: R$ ${order.total_amount.toFixed(2).replace('.', ',')}`,
  'order.late': ({ order }) => `Pedido ${order.id.slice(0, 8)} atrasado`,
  'order.disputed': ({ order }) => `Contestação do pedido ${order.id.slice(0, 8)}`,
  'skin_file.broken': ({ skin_file }) => `Arquivo quebrado: ${skin_file.sku}`,
  ping: () => 'Teste da loja',
};

export default {
  async fetch(request, env) {
    const event = await readEvent(request, env.SECRET);
    if (!event) return new Response('assinatura errada', { status: 401 });
    const content = WORDS[event.type]?.(event.data);
    if (!content) return new Response(null, { status: 204 });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(env.DISCORD_URL, {
      method: 'POST',
      headers,
      body: JSON.stringify({ content }),
    });
    return new Response(null, { status: answer.ok ? 204 : 502 });
  },
};
