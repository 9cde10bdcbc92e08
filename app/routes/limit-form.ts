import { data, type RouterContextProvider } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import { allowOutwardCall } from '#shop/limits/allow-outward-call.ts';
import { describeWait } from '#shop/limits/describe-wait.ts';
import type { OutwardCallName } from '#shop/limits/outward-calls.ts';
import { askToWait } from './pass-retry-after.ts';

/** Takes the tries of one row of the table of limits for a form. `refusal`: what its action then answers with. */
export async function limitForm(
  context: Readonly<RouterContextProvider>,
  call: OutwardCallName,
  userId?: string,
) {
  const caller = { address: getVisitor(context).ip, ...(userId && { userId }) };
  const reached = await allowOutwardCall(getShop(context), call, caller);
  if (reached.ok) return reached;
  const { retryAfterSeconds } = reached;
  const refusal = data({ message: describeWait(retryAfterSeconds) }, askToWait(context, retryAfterSeconds));
  return { ok: false as const, refusal };
}
