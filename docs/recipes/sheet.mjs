// Cada pedido pago vira uma linha da sua planilha. Um Worker confere o aviso e passa a linha adiante, porque um Apps Script
// não vê assinaturas e responde com um redirecionamento, que a loja não segue. Na planilha, em Extensões > Apps Script:
//
//   function doPost(e) {
//     SpreadsheetApp.getActiveSheet().appendRow(JSON.parse(e.postData.contents));
//     return ContentService.createTextOutput('ok');
//   }
//
// Publique como app da Web. Variáveis do Worker: SECRET (do webhook, evento order.paid) e SHEET_URL (do app da Web).
import { readEvent } from './read-event.mjs';

export default {
  async fetch(request, env) {
    const event = await readEvent(request, env.SECRET);
    if (!event) return new Response('assinatura errada', { status: 401 });
    if (event.type !== 'order.paid') return new Response(null, { status: 204 });
    const { id, created_at, total_amount, coupon, order_items } = event.data.order;
    const row = [created_at, id, total_amount, coupon ?? '', order_items.map(({ sku }) => sku).join(' ')];
    const answer = await fetch(env.SHEET_URL, { method: 'POST', body: JSON.stringify(row) });
    // O que não é 2xx a loja manda de novo.
    return new Response(null, { status: answer.ok ? 204 : 502 });
  },
};
