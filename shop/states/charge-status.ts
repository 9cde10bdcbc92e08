import type { ChargeStatus } from '#db/schema.ts';

/**
 * Every way a charge may change. `creating`: its row is committed, the gateway may or may not have heard. Money is
 * honoured through whatever charge it comes, however old (ruling 4). `held`: staff decide about it. A charge that ran
 * out and was then closed at its gateway by us still reads as expired; one of which all money went back stays so.
 */
export const CHARGE_TRANSITIONS = {
  pending: ['creating'],
  paid: ['creating', 'pending', 'expired', 'cancelled', 'failed', 'held'],
  held: ['creating', 'pending', 'expired', 'cancelled', 'failed', 'paid'],
  expired: ['creating', 'pending', 'cancelled', 'failed'],
  cancelled: ['creating', 'pending', 'failed'],
  failed: ['creating'],
  refunded: ['paid', 'held'],
} as const satisfies Partial<Record<ChargeStatus, readonly ChargeStatus[]>>;

/** Its code is offered to the buyer, or about to be. An order has at most one such charge. */
export const OPEN: readonly ChargeStatus[] = ['creating', 'pending'];

/** Money has come through it, whatever became of that money. */
export const SETTLED = ['paid', 'held', 'refunded'] as const satisfies readonly ChargeStatus[];

export function isSettled(status: ChargeStatus): status is (typeof SETTLED)[number] {
  return SETTLED.some((each) => each === status);
}
