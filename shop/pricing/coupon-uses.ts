import { sql } from 'kysely';
import type { Executor, Tx } from '#db/client.server.ts';
import type { ShopContext } from '#shop/context.ts';
import { toCoupon, type Coupon, type CouponRefusal } from './coupon.ts';

interface User {
  /** null: nobody is signed in, so only all uses together are counted. */
  userId: string | null;
  /** The order that is quoted anew does not stand in its own way. */
  exceptOrderId?: string | undefined;
  /** Its money is there: it does not keep the code from anybody without paying. */
  isPaid?: true;
}

/** So many unpaid orders of an account hold one code: an order that nobody pays keeps the code from the others. */
const MAX_UNPAID = 2;

/**
 * The orders that use a coupon (docs/decisions/coupons.md): those that did not end unpaid, as the index
 * `orders_of_coupon` has them, the cancelled ones of which a code can still be paid, and those of the shop from which the
 * coupon came along. `free_at`: when the last of these codes ends.
 */
export function ordersWithCoupon(ctx: ShopContext, executor: Executor) {
  const columns = [
    'id',
    'user_id',
    'coupon_code',
    'status',
    'paid_at',
    'total_cents',
    'discount_cents',
  ] as const;
  const now = ctx.now();
  const oldest = new Date(now.getTime() - ctx.settings.chargeTtlSeconds * 1000);
  const going = executor
    .selectFrom('orders')
    .select(columns)
    .select(sql<Date | null>`null::timestamptz`.as('free_at'))
    .where('coupon_code', 'is not', null)
    .where((eb) => eb.or([eb('status', '<>', 'cancelled'), eb('paid_at', 'is not', null)]));
  const cancelled = executor
    .selectFrom('orders')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('charges')
          .select((of) => of.fn.max<Date | null>('expires_at').as('free_at'))
          .whereRef('charges.order_id', '=', 'orders.id')
          .where('status', 'in', ['pending', 'expired', 'cancelled'])
          .where('pix_code', 'is not', null)
          .as('code'),
      (join) => join.on('code.free_at', '>', now),
    )
    .select(columns)
    .select('code.free_at')
    .where('coupon_code', 'is not', null)
    .where('status', '=', 'cancelled')
    .where('paid_at', 'is', null)
    .where('cancelled_at', '>', oldest);
  const ofMoved = sql<string | null>`imported.record ->> 'coupon'`;
  const moved = executor
    .selectFrom('imported_orders as imported')
    .innerJoin('orders', 'orders.id', 'imported.order_id')
    .select([
      'id',
      'user_id',
      ofMoved.as('coupon_code'),
      'status',
      'paid_at',
      'total_cents',
      'discount_cents',
    ])
    .select(sql<Date | null>`null::timestamptz`.as('free_at'))
    .where(sql<boolean>`source = 'fulgor'`)
    .where(ofMoved, 'in', (eb) => eb.selectFrom('coupons').select('code').where('import_id', 'is not', null));
  return executor.selectFrom(going.unionAll(cancelled).unionAll(moved).as('orders'));
}

/** Whether the coupon has been used as often as it may be. Without `reserveCoupon` it is true for this moment only. */
export async function findSpentLimit(
  ctx: ShopContext,
  executor: Executor,
  { code, maxUses, maxPerPerson }: Pick<Coupon, 'code' | 'maxUses' | 'maxPerPerson'>,
  { userId, exceptOrderId, isPaid }: User,
): Promise<Extract<CouponRefusal, 'used_up' | 'per_person'> | null> {
  const isSpent = async (limit: number | null, of: { own?: true; unpaid?: true }): Promise<boolean> => {
    if (limit === null) return false;
    let uses = ordersWithCoupon(ctx, executor).select('id').where('coupon_code', '=', code).limit(limit);
    if (of.own) uses = uses.where('user_id', '=', userId);
    if (of.unpaid) uses = uses.where('paid_at', 'is', null).where('status', '<>', 'imported');
    if (exceptOrderId !== undefined) uses = uses.where('id', '<>', exceptOrderId);
    const counted = executor.selectFrom(uses.as('used')).select((eb) => eb.fn.countAll<number>().as('times'));
    return Number((await counted.executeTakeFirstOrThrow()).times) >= limit;
  };
  if (userId !== null) {
    const isHeld = !isPaid && (await isSpent(MAX_UNPAID, { own: true, unpaid: true }));
    if (isHeld || (await isSpent(maxPerPerson, { own: true }))) return 'per_person';
  }
  return (await isSpent(maxUses, {})) ? 'used_up' : null;
}

/**
 * Lets one transaction at a time use this coupon, and says whether it may. Lock the order first, if there is one, and
 * write it afterwards: otherwise two transactions can deadlock.
 */
export async function reserveCoupon(
  ctx: ShopContext,
  tx: Tx,
  code: string,
  user: User,
): Promise<CouponRefusal | null> {
  const row = await tx
    .selectFrom('coupons')
    .selectAll()
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return 'unknown';
  if (!row.active) return 'inactive';
  return findSpentLimit(ctx, tx, toCoupon(row), user);
}

/** The unpaid orders of an account that hold a code, oldest first; those that were cancelled with the end of their hold. */
export async function listHolders(
  ctx: ShopContext,
  { code, userId }: { code: string; userId: string },
): Promise<{ id: string; freeAt: Date | null }[]> {
  return ordersWithCoupon(ctx, ctx.db)
    .select(['id', 'free_at as freeAt'])
    .where('coupon_code', '=', code)
    .where('user_id', '=', userId)
    .where('paid_at', 'is', null)
    .where('status', '<>', 'imported')
    .orderBy('free_at', (order) => order.asc().nullsFirst())
    .limit(10)
    .execute();
}
