/** What people were told and did, to be compared with the books afterwards. */
export interface Testimony {
  /** Every code that a buyer was shown. */
  shown: { intent: number; orderId: string; paymentId: string; code: string; amountCents: number }[];
  /** Payments that reached the bank. */
  paid: { intent: number; code: string; cents: number }[];
  /** Orders whose creation was answered. */
  ordersTold: { intent: number; orderId: string; customer: number; hasKey: boolean }[];
  /** Payments that a buyer was told are paid. */
  paidTold: Set<string>;
  webhooks: {
    eventId: string;
    chargeId: string;
    claimedCents: number;
    ackedAt: number | null;
    isGenuine: boolean;
  }[];
  /** Links that staff sent and were told had been sent. */
  linksTold: string[];
  deletionsTold: Set<number>;
  /** Who was told that a gift is theirs. */
  gifts: { token: string; customer: number }[];
}

export function createTestimony(): Testimony {
  return {
    shown: [],
    paid: [],
    ordersTold: [],
    paidTold: new Set(),
    webhooks: [],
    linksTold: [],
    deletionsTold: new Set(),
    gifts: [],
  };
}
