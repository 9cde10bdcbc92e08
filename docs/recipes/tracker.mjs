// Vendas num rastreador de anúncios, como a UTMify. O aviso não leva dados de quem comprou: o Worker os pede à API, com uma
// chave que só lê pedidos. Confira os nomes dos campos na página do seu rastreador. Variáveis: SECRET (do webhook, eventos
// order.created, order.paid e order.refunded), SHOP_URL, SHOP_KEY (flg_…, orders:read), TRACKER_URL e TRACKER_TOKEN.
import { readEvent } from './read-event.mjs';

const STATUS = { awaiting_payment: 'waiting_payment', pending: 'paid', completed: 'paid' };

export default {
  async fetch(request, env) {
    const event = await readEvent(request, env.SECRET);
    if (!event) return new Response('assinatura errada', { status: 401 });
    if (!event.data.order) return new Response(null, { status: 204 });
    const asked = await fetch(`${env.SHOP_URL}/api/v1/orders/${event.data.order.id}`, {
      headers: { authorization: `Bearer ${env.SHOP_KEY}` },
    });
    if (!asked.ok) return new Response(null, { status: 502 });
    const order = await asked.json();
    // Como o pedido está agora: avisos podem chegar fora de ordem, e um reembolso pode ser de uma parte.
    const status = order.is_refunded ? 'refunded' : STATUS[order.status];
    if (!status) return new Response(null, { status: 204 });
    const sale = {
      orderId: order.id,
      status,
      paymentMethod: order.payment_method,
      createdAt: order.created_at,
      customer: { name: order.customer_name, email: order.customer_email },
      products: order.order_items.map(({ sku, skin_name, paid }) => ({
        id: sku,
        name: skin_name,
        price: paid,
      })),
      totalPrice: order.total_amount,
    };
    const answer = await fetch(env.TRACKER_URL, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-token': env.TRACKER_TOKEN },
      body: JSON.stringify(sale),
    });
    return new Response(null, { status: answer.ok ? 204 : 502 });
  },
};
