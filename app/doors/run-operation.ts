import type { Session } from '#shop/accounts/sessions/session.ts';
import type { ShopContext } from '#shop/context.ts';
import { allowOutwardCall } from '#shop/limits/allow-outward-call.ts';
import type { Operation, Refused } from '#shop/operation.ts';

/** Who asks, as the doors know it. `userId` null: nobody is signed in. */
export interface AnyCaller {
  userId: string | null;
  isStaff: boolean;
  session?: Session | null;
  /** Checks the code of a second factor; null: it is right, or there is none to give. */
  confirm?: (code: string) => Promise<Refused | null>;
  source: { address: string; userAgent: string | null };
}

/** No person is there to confirm it. */
const NOT_CONFIRMED: Refused = { ok: false, reason: 'second_factor_required' };

/** Takes a try of the operation's limit, and does it. Input is what its schema let through. */
export async function runOperation(
  shop: ShopContext,
  does: Operation,
  { userId, isStaff, source, session, confirm }: AnyCaller,
  readInput: () => Promise<{ ok: true; value: object } | Refused>,
): Promise<Refused | { ok: true; outcome: object }> {
  const who = { address: source.address, ...(userId !== null && { userId }) };
  const reached = does.limit
    ? await allowOutwardCall(shop, does.limit, who)
    : { ok: true as const, ctx: shop };
  if (!reached.ok) return { ...reached, reason: 'too_many_requests' };
  const input = await readInput();
  if (!input.ok) return input;
  if (does.asksCode) {
    const { code } = input.value as { code?: string | null };
    const refusal = confirm ? await confirm(code ?? '') : NOT_CONFIRMED;
    if (refusal) return refusal;
  }
  const caller = { source, ...(isStaff ? { actorUserId: userId } : { userId, session }) };
  // What an operation is given follows from its own description, which its type holds it to.
  const outcome = (await does(reached.ctx as never, { ...input.value, ...caller } as never)) as
    | Refused
    | object;
  return 'ok' in outcome && !outcome.ok ? outcome : { ok: true, outcome };
}
