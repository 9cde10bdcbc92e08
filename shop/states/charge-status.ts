import type { ChargeStatus } from '#db/schema.ts';

/**
 * Every allowed change of a charge. `creating`: the row is committed, and the gateway may or may not know the charge.
 * Money is accepted through every charge, however old. `held`: staff decide about it. A charge that
 * expired and that we closed at the gateway later is still `expired`; a charge whose money went back completely stays
 * `refunded`.
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

/** The buyer sees its code, or will soon. An order has at most one such charge. */
export const OPEN: readonly ChargeStatus[] = ['creating', 'pending'];

/** Money has arrived through it, whatever happened to that money later. */
export const SETTLED = ['paid', 'held', 'refunded'] as const satisfies readonly ChargeStatus[];

export function isSettled(status: ChargeStatus): status is (typeof SETTLED)[number] {
  return SETTLED.some((each) => each === status);
}
