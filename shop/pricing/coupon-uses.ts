import { sql } from 'kysely';
import type { Executor, Tx } from '#db/client.server.ts';
import type { CouponRefusal, CouponRow } from './coupon.ts';

/** An order uses its coupon until it ends unpaid (ruling 43). As the index `orders_of_coupon` has it. */
export const usesCoupon = sql<boolean>`(orders.coupon_code is not null
  and (orders.status <> 'cancelled' or orders.paid_at is not null))`;

type Limits = Pick<CouponRow, 'code' | 'max_uses' | 'max_per_person'>;

interface User {
  /** null: nobody is signed in, so only all uses together are counted. */
  userId: string | null;
  /** The order that is quoted anew does not stand in its own way. */
  exceptOrderId?: string | undefined;
}

/** Whether the coupon has been used as often as it may be. Without `reserveCoupon` it is true for this moment only. */
export async function findSpentLimit(
  executor: Executor,
  { code, max_uses, max_per_person }: Limits,
  { userId, exceptOrderId }: User,
): Promise<Extract<CouponRefusal, 'used_up' | 'per_person'> | null> {
  const count = async (limit: number, ofUser: string | null): Promise<number> => {
    let uses = executor
      .selectFrom('orders')
      .select('id')
      .where('coupon_code', '=', code)
      .where(usesCoupon)
      .limit(limit);
    if (ofUser !== null) uses = uses.where('user_id', '=', ofUser);
    if (exceptOrderId !== undefined) uses = uses.where('id', '<>', exceptOrderId);
    return (await uses.execute()).length;
  };
  if (max_per_person !== null && userId !== null && (await count(max_per_person, userId)) >= max_per_person)
    return 'per_person';
  if (max_uses !== null && (await count(max_uses, null)) >= max_uses) return 'used_up';
  return null;
}

/**
 * Lets one transaction at a time use this coupon, and says whether it may. Lock the order first, if there is one:
 * otherwise two transactions can deadlock.
 */
export async function reserveCoupon(tx: Tx, code: string, user: User): Promise<CouponRefusal | null> {
  const row = await tx
    .selectFrom('coupons')
    .selectAll()
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return 'unknown';
  if (!row.active) return 'inactive';
  return findSpentLimit(tx, row, user);
}
