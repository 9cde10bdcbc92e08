import type { ShopContext } from '#shop/context.ts';
import { isStaff } from './is-staff.ts';
import type { Session } from '../sessions/session.ts';
import { staffAccess } from './staff-access.ts';

/**
 * What this person may do as staff now: it depends on the role and, if the operator requires one, on a second factor.
 */
export async function readStaffAccess(
  ctx: ShopContext,
  { userId, hasSecondFactor }: { userId: string; hasSecondFactor: boolean },
): Promise<Pick<Session, 'isStaff' | 'owesSecondFactor'>> {
  return staffAccess(ctx, { isAdmin: await isStaff(ctx, userId), hasSecondFactor });
}
