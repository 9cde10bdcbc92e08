import { getShop, getVisitor } from '#app/request-context.ts';
import { drawQrPng } from '#shop/payments/charges/draw-qr-code.ts';
import { findPayment } from '#shop/payments/charges/find-payment.ts';
import type { Route } from './+types/payment-qr-code';
import { answerError } from '../http/answer-error.ts';
import { isUuid } from '../http/is-uuid.ts';
import { limitCaller } from '../http/limit-caller.ts';

/** `GET /api/payments/{id}/qr-code`: the target of `qrCodeUrl`, for the owner. */
export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  const visitor = getVisitor(context);
  const session = await visitor.session();
  if (!session) return answerError(401, 'unauthenticated', visitor.requestId);
  const payment = isUuid(params.id)
    ? await findPayment(getShop(context), { userId: session.user.id, paymentId: params.id })
    : null;
  if (!payment?.pixCode) return answerError(404, 'not_found', visitor.requestId);
  const shop = await limitCaller(context, 'qr-code', session.user.id);
  if (shop instanceof Response) return shop;
  return new Response(new Uint8Array(drawQrPng(payment.pixCode)), {
    headers: { 'Content-Type': 'image/png', 'Cache-Control': 'private, no-store' },
  });
}
