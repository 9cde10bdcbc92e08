// Takes the shop's events: SHOP_WEBHOOK_SECRET=whsec_… PORT=8080 node examples/receive-webhooks.ts
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook, WebhookRefused } from '../verify-webhook.ts';

const secret = process.env.SHOP_WEBHOOK_SECRET ?? '';
const seen = new Set<string>();

const server = createServer(async (request, response) => {
  try {
    const event = verifyWebhook(await buffer(request), request.headers, secret);
    const id = String(request.headers['webhook-id']);
    if (!seen.has(id)) console.log(event.type);
    seen.add(id);
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(error instanceof WebhookRefused ? 401 : 500).end();
  }
});
server.listen(Number(process.env.PORT ?? 8080), () => {
  const address = server.address();
  console.log(`listening on ${typeof address === 'object' ? address?.port : address}`);
});
