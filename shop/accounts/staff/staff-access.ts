import type { StaffRole } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import type { Session } from '../sessions/session.ts';

/** The role that a person may use now: none, if the operator requires a second factor and none is set up. */
export function staffAccess(
  ctx: Pick<ShopContext, 'settings'>,
  { role, hasSecondFactor }: { role: StaffRole | null; hasSecondFactor: boolean },
): Pick<Session, 'role' | 'owesSecondFactor'> {
  const owesSecondFactor = role !== null && ctx.settings.requireStaffSecondFactor && !hasSecondFactor;
  return { role: owesSecondFactor ? null : role, owesSecondFactor };
}
