import type { UpdateObject } from 'kysely';
import type { Executor } from '#db/client.server.ts';
import type { ChargeStatus, Database } from '#db/schema.ts';
import { CHARGE_TRANSITIONS, OPEN } from './charge-status.ts';

/** One charge, or the charges of an order; with `status`, only those that still have it. */
type Which = ({ id: string } | { order_id: string }) & { status?: ChargeStatus };

/**
 * The only statement that writes a charge's status, along the transition table. A caller may add conditions or
 * returned columns, or use it in a larger statement.
 */
export function updateCharges(
  executor: Pick<Executor, 'updateTable'>,
  which: Which,
  to: keyof typeof CHARGE_TRANSITIONS,
  also: Omit<UpdateObject<Database, 'charges'>, 'id' | 'status'> = {},
) {
  return executor
    .updateTable('charges')
    .set({ ...also, status: to })
    .where((eb) => eb.and(which))
    .where('status', 'in', [...CHARGE_TRANSITIONS[to]]);
}

/** @returns false if the status of the charge does not allow it: another caller was first. */
export async function moveCharge(...args: Parameters<typeof updateCharges>): Promise<boolean> {
  const result = await updateCharges(...args).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * No code of the order is offered any more. The caller has them closed at their gateways: at once with
 * `cancelAtGateway` after its commit, or by the sweep, if `also` makes them due.
 */
export function closeCodes(
  executor: Pick<Executor, 'updateTable'>,
  orderId: string,
  to: 'cancelled' | 'expired',
  also: Parameters<typeof updateCharges>[3] = {},
) {
  return updateCharges(executor, { order_id: orderId }, to, { ...also, claimed_until: null })
    .where('status', 'in', OPEN)
    .returning(['id', 'gateway', 'gateway_charge_id']);
}
