import { getVisitor } from '#app/request-context.ts';
import { receiveWebhook } from '#shop/payments/webhooks/receive-webhook.ts';
import type { Route } from './+types/webhooks';
import { answerError } from '../http/answer-error.ts';
import { limitCaller } from '../http/limit-caller.ts';
import { refuseGet } from '../http/refuse-get.ts';

/** `POST /webhooks/{gateway}`, for every gateway that is set up here; others do not exist. */
export async function action({ request, params, context, url }: Route.ActionArgs): Promise<Response> {
  const { requestId } = getVisitor(context);
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', requestId);
  const shop = await limitCaller(context, 'webhook');
  if (shop instanceof Response) return shop;
  const gateway = shop.gatewayFor(params.gateway);
  if (!gateway) return answerError(404, 'not_found', requestId);

  const received = await receiveWebhook(
    shop,
    {
      url: url,
      headers: Object.fromEntries(request.headers),
      rawBody: await request.text(),
    },
    gateway,
  );
  if (received.ok) return Response.json({ received: received.stored });
  switch (received.reason) {
    case 'unauthentic':
      return answerError(401, 'unauthenticated', requestId, 'Assinatura ou segredo do webhook não confere.');
    case 'malformed':
    case 'wrong_environment':
      return answerError(400, received.reason, requestId);
  }
}

export const loader = refuseGet;
