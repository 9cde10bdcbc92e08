/** For how many days after its payment an order can be given back. */
const WITHDRAWAL_DAYS = 7;

export function withdrawalEnds(paidAt: Date): Date {
  return new Date(paidAt.getTime() + WITHDRAWAL_DAYS * 24 * 3600_000);
}

export function isWithdrawalOpen(paidAt: Date, now: Date): boolean {
  return now < withdrawalEnds(paidAt);
}
