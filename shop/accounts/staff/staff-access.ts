import type { ShopContext } from '#shop/context.ts';
import type { Session } from '../sessions/session.ts';

/** What a role lets somebody do at this moment: nothing where the operator asks for a second factor that is not set up. */
export function staffAccess(
  ctx: Pick<ShopContext, 'settings'>,
  { isAdmin, hasSecondFactor }: { isAdmin: boolean; hasSecondFactor: boolean },
): Pick<Session, 'isStaff' | 'owesSecondFactor'> {
  const owesSecondFactor = isAdmin && ctx.settings.requireStaffSecondFactor && !hasSecondFactor;
  return { isStaff: isAdmin && !owesSecondFactor, owesSecondFactor };
}
