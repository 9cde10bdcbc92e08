import type { RouterContextProvider } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import type { OutwardContext, ShopContext } from '#shop/context.ts';
import type { OutwardCallName } from '#shop/limits/outward-calls.ts';
import { allowOutwardCall } from '#shop/limits/allow-outward-call.ts';
import { answerTooMany } from './answer-error.ts';

/** Takes the tries of one row of the table of limits. A Response is the refusal to answer with. `shop`: a program's own. */
export async function limitCaller(
  context: Readonly<RouterContextProvider>,
  call: OutwardCallName,
  userId?: string,
  shop: ShopContext = getShop(context),
): Promise<OutwardContext | Response> {
  const { ip, requestId } = getVisitor(context);
  const reached = await allowOutwardCall(shop, call, {
    address: ip,
    ...(userId ? { userId } : {}),
  });
  return reached.ok ? reached.ctx : answerTooMany(reached.retryAfterSeconds, requestId);
}
