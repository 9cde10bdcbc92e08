import { mayDo, type StaffRole } from '#shop/accounts/staff/rights.ts';
import type { ShopContext } from '#shop/context.ts';
import { countAlarms } from './count-alarms.ts';

/**
 * The path where what is told is done: what waits for its delivery at the desk, which is one press away from all else.
 * `role` null: a channel of the whole team. Whoever may not open the desk is led to the panel.
 */
export async function findStaffPlace(ctx: ShopContext, role: StaffRole | null = null): Promise<string> {
  const told = (await countAlarms(ctx)).filter(({ count }) => count > 0);
  const isDelivery = told.some(({ kind }) => kind.startsWith('order_'));
  return isDelivery && (role === null || mayDo(role, 'orders.deliver')) ? '/admin/mesa' : '/admin';
}
