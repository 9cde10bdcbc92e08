import { getShop, getVisitor } from '#app/request-context.ts';
import type { RouterContextProvider } from 'react-router';
import { addressGroup } from '#shop/limits/address-group.ts';
import type { Limit } from '#shop/limits/limits.ts';
import { takeTries } from '#shop/limits/take-try.ts';
import { answerTooMany } from './answer-error.ts';

/** Takes one try by account and one by address, or gives the refusal to answer with. */
export async function limitCaller(
  context: Readonly<RouterContextProvider>,
  userId: string,
  { account, address }: { account: Limit; address: Limit },
): Promise<Response | null> {
  const shop = getShop(context);
  const visitor = getVisitor(context);
  const taken = await takeTries(shop, [
    { limit: account, subject: [userId] },
    { limit: address, subject: [addressGroup(visitor.ip)] },
  ]);
  return taken.ok ? null : answerTooMany(taken.retryAfterSeconds, visitor.requestId);
}
