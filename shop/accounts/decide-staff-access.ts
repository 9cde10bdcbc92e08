import type { ShopContext } from '#shop/context.ts';
import type { Session } from './session.ts';

/** A staff member by role acts as such, unless the operator asks for a second factor that is not there. */
export function decideStaffAccess(
  ctx: ShopContext,
  { isAdmin, hasSecondFactor }: { isAdmin: boolean; hasSecondFactor: boolean },
): Pick<Session, 'isStaff' | 'owesSecondFactor'> {
  const owesSecondFactor = isAdmin && ctx.settings.requireStaffSecondFactor && !hasSecondFactor;
  return { isStaff: isAdmin && !owesSecondFactor, owesSecondFactor };
}
