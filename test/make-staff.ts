import type { StaffRole } from '#db/schema.ts';
import { grantStaff } from '#shop/accounts/staff/grant-staff.ts';
import type { TestContext } from './context.ts';

/** Staff as the shop makes them: the address is confirmed, then the role is granted. */
export async function makeStaff(shop: TestContext, email: string, role: StaffRole = 'owner'): Promise<void> {
  await shop.ctx.db
    .updateTable('users')
    .set({ email_verified: true, address_proved_at: shop.ctx.now() })
    .where('email', '=', email.toLowerCase())
    .execute();
  const granted = await grantStaff(shop.ctx, { email }, null, { role });
  if (!granted.ok) throw new Error(`No staff: ${granted.reason}`);
}

/** Somebody of the staff; the answer is the account's id. */
export async function createClerk(shop: TestContext, role?: StaffRole): Promise<string> {
  const userId = await shop.createUser('Equipe');
  await makeStaff(shop, `${userId}@exemplo.com`, role);
  return userId;
}
