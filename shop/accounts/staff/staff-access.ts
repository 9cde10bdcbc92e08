import type { ShopContext } from '#shop/context.ts';
import type { Session } from '../sessions/session.ts';

/** What a role allows now: nothing, if the operator requires a second factor and none is set up. */
export function staffAccess(
  ctx: Pick<ShopContext, 'settings'>,
  { isAdmin, hasSecondFactor }: { isAdmin: boolean; hasSecondFactor: boolean },
): Pick<Session, 'isStaff' | 'owesSecondFactor'> {
  const owesSecondFactor = isAdmin && ctx.settings.requireStaffSecondFactor && !hasSecondFactor;
  return { isStaff: isAdmin && !owesSecondFactor, owesSecondFactor };
}
