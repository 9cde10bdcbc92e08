import { getShop, getVisitor } from '#app/request-context.ts';
import type { RouterContextProvider } from 'react-router';
import { addressGroup } from '#shop/limits/address-group.ts';
import type { Limit } from '#shop/limits/limits.ts';
import { takeTry } from '#shop/limits/take-try.ts';
import { answerTooMany } from './answer-error.ts';

/** Takes one try by account and one by address, or gives the refusal to answer with. */
export async function limitCaller(
  context: Readonly<RouterContextProvider>,
  userId: string,
  { account, address }: { account: Limit; address: Limit },
): Promise<Response | null> {
  const shop = getShop(context);
  const visitor = getVisitor(context);
  const byAccount = await takeTry(shop, account, userId);
  if (!byAccount.ok) return answerTooMany(byAccount.retryAfterSeconds, visitor.requestId);
  const byAddress = await takeTry(shop, address, addressGroup(visitor.ip));
  return byAddress.ok ? null : answerTooMany(byAddress.retryAfterSeconds, visitor.requestId);
}
