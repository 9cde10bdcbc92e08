import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';
import { FORGOTTEN_CUSTOMER, forgetCustomers } from '#shop/orders/forget-customers.ts';
import { SETTLED } from '#shop/states/charge-status.ts';

/**
 * Empties orders that ended before this moment without any money: one that a bank has paid for, even too little or
 * too late, belongs to the books.
 * @returns how many; fewer than `atMost` means that none is left.
 */
export async function forgetUnpaidCustomers(ctx: ShopContext, before: Date, atMost: number): Promise<number> {
  return ctx.transaction(async (tx) => {
    const due = await tx
      .selectFrom('orders')
      .select('id')
      .where('status', '=', 'cancelled')
      .where('cancelled_at', '<', before)
      .where('paid_at', 'is', null)
      // Set by whoever writes a doubtful payment down, under the same lock.
      .where('attention', 'is', null)
      // Written out: a parameter would keep the planner from the index that is made for this.
      .where(sql<boolean>`customer_tax_id_sealed <> ''`)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('charges')
              .select('charges.id')
              .whereRef('charges.order_id', '=', 'orders.id')
              .where((eb) =>
                eb.or([eb('charges.paid_amount_cents', '>', 0), eb('charges.status', 'in', SETTLED)]),
              ),
          ),
        ),
      )
      .orderBy('cancelled_at')
      .limit(atMost)
      .forUpdate()
      // Whoever holds one has just found money for it, or comes back to it tomorrow.
      .skipLocked()
      .execute();
    const ids = due.map(({ id }) => id);
    await forgetCustomers(tx, ids, FORGOTTEN_CUSTOMER);
    return ids.length;
  });
}
