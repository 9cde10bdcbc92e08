import type { StaffMember } from '#shop/accounts/staff/list-staff.ts';

/** A member of `GET /api/admin/staff`. */
export function presentStaff({ id, name, email, role, hasSecondFactor, grantedAt }: StaffMember) {
  return {
    id,
    name,
    email,
    role,
    has_second_factor: hasSecondFactor,
    granted_at: grantedAt.toISOString(),
  };
}
