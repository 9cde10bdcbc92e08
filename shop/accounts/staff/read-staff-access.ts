import type { ShopContext } from '#shop/context.ts';
import type { Session } from '../sessions/session.ts';
import { readRole } from './read-role.ts';
import { staffAccess } from './staff-access.ts';

/**
 * The role that this person may use now: it depends on `user_roles` and, if the operator requires one, on a second
 * factor.
 */
export async function readStaffAccess(
  ctx: ShopContext,
  { userId, hasSecondFactor }: { userId: string; hasSecondFactor: boolean },
): Promise<Pick<Session, 'role' | 'owesSecondFactor'>> {
  return staffAccess(ctx, { role: await readRole(ctx, userId), hasSecondFactor });
}
