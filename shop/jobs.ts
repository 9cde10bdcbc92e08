/** Every background job by name, with the data that it needs. */
export type JobRequest =
  | { name: 'mail-payment-confirmed'; data: { orderId: string } }
  | { name: 'mail-links-delivered'; data: { orderId: string } }
  | { name: 'mail-link-replaced'; data: { orderId: string; itemId: string } }
  | { name: 'mail-refund'; data: { refundId: string; news: 'started' | 'finished' } }
  | { name: 'send-refund'; data: { refundId: string } }
  | { name: 'mail-charged-back'; data: { orderId: string; chargeId: string; amountCents: number } }
  | { name: 'mail-order-cancelled'; data: { orderId: string; refundCents: number; isSettled?: true } }
  | { name: 'mail-payment-reminder'; data: { orderId: string } }
  | { name: 'mail-withdrawal-declined'; data: { orderId: string } }
  | { name: 'mail-skins-updated'; data: { patchId: string; userId: string } }
  | { name: 'mail-skins-arrived'; data: { userId: string; toldAt: string } }
  /** `corrections`: of the address, when it was asked for; a later correction asks for its own. */
  | { name: 'mail-gift'; data: { giftId: string; corrections?: number } }
  | { name: 'mail-gift-kept'; data: { giftId: string; to: 'buyer' | 'receiver' } }
  | { name: 'send-push'; data: { deviceId: string; news: PushNews } }
  | {
      name: 'mail-rescue';
      data: {
        rescueId: string;
        kind:
          | 'asked-old'
          | 'asked-new'
          | 'stopped-new'
          | 'dropped-old'
          | 'dropped-new'
          | 'done-old'
          | 'done-new';
      };
    }
  /** `askedAt`: the moment of the rows of `review_requests`, in ISO 8601. */
  | { name: 'mail-review-request'; data: { userId: string; askedAt: string } }
  | { name: 'mail-message'; data: { messageId: string } }
  | { name: 'mail-ticket'; data: { replyId: string } }
  | {
      name: 'mail-account';
      data: {
        kind: 'confirm-email' | 'reset-password' | 'open-collection';
        to: string;
        name: string;
        url: string;
      };
    };

/** What a device is told by web push. `alarm`: the newest that staff are told of. */
export type PushNews =
  | { kind: 'paid' | 'delivered'; orderId: string }
  /** An order has as many of them as parts: each names its items. */
  | { kind: 'part_delivered'; orderId: string; itemIds: string[] }
  | { kind: 'updated'; patchId: string }
  | { kind: 'staff'; alarm: number };

export type JobName = JobRequest['name'];
