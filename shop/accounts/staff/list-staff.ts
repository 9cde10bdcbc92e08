import type { ShopContext } from '#shop/context.ts';
import type { StaffRole } from './rights.ts';

export interface StaffMember {
  id: string;
  name: string;
  email: string;
  role: StaffRole;
  hasSecondFactor: boolean;
  grantedAt: Date;
}

/** Everybody with a role, the longest there first. */
export async function listStaff(ctx: ShopContext): Promise<StaffMember[]> {
  return ctx.db
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'user_roles.role',
      'users.second_factor_enabled as hasSecondFactor',
      'user_roles.granted_at as grantedAt',
    ])
    .orderBy('user_roles.granted_at')
    .orderBy('users.id')
    .execute();
}
