import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';
import { FORGOTTEN_CUSTOMER, forgetCustomers } from '#shop/orders/forget-customers.ts';
import { SETTLED } from '#shop/states/charge-status.ts';

/**
 * Removes the personal data of unpaid orders that ended before this moment. An order with any payment, even too small
 * or too late, belongs to the books.
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
      // Set under the same lock by the function that records a doubtful payment.
      .where('attention', 'is', null)
      // A literal: with a parameter the planner cannot use the index for this query.
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
      // A locked order has just got money, or the next run finds it.
      .skipLocked()
      .execute();
    const ids = due.map(({ id }) => id);
    await forgetCustomers(tx, ids, FORGOTTEN_CUSTOMER);
    return ids.length;
  });
}
