import { getShop, getVisitor } from '#app/request-context.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { findPayment } from '#shop/payments/charges/find-payment.ts';
import { watchPayment } from '#shop/payments/charges/watch-payment.ts';
import type { Route } from './+types/payment';
import { answerError } from '../http/answer-error.ts';
import { presentPaymentState } from './present-payment.ts';
import { isUuid } from '../http/is-uuid.ts';
import { limitCaller } from '../http/limit-caller.ts';

/**
 * `GET /api/payments/{id}`: the owner's payment from the database. The request also shows that somebody watches the
 * payment.
 */
export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  return answer(context, params.id, null);
}

/** `POST /api/payments/{id}`, 'Já paguei': asks the gateway first. */
export async function action({ params, context, request }: Route.ActionArgs): Promise<Response> {
  if (request.method !== 'POST') return answerError(405, 'method_not_allowed', getVisitor(context).requestId);
  return answer(context, params.id, async (id, userId) => {
    const shop = await limitCaller(context, 'look-up', userId);
    if (shop instanceof Response) return shop;
    await checkCharge(shop, id, { causedByPerson: true });
    return null;
  });
}

async function answer(
  context: Route.LoaderArgs['context'],
  id: string,
  /** A Response is the refusal to answer with. */
  before: ((id: string, userId: string) => Promise<Response | null>) | null,
): Promise<Response> {
  const shop = getShop(context);
  const visitor = getVisitor(context);
  const session = await visitor.session();
  if (!session) return answerError(401, 'unauthenticated', visitor.requestId);
  const owner = { userId: session.user.id, paymentId: id };
  const looked = isUuid(id) ? await findPayment(shop, owner) : null;
  if (!looked) return answerError(404, 'not_found', visitor.requestId);
  await watchPayment(shop, looked.orderId);
  const refusal = await before?.(id, owner.userId);
  if (refusal) return refusal;
  const payment = await findPayment(shop, owner);
  if (!payment) return answerError(404, 'not_found', visitor.requestId);
  return Response.json(presentPaymentState(payment), { headers: { 'Cache-Control': 'private, no-store' } });
}
