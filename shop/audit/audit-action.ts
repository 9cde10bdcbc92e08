/** Everything that the log knows to tell. `app/routes/admin/audit-sentences.ts` has the words for it. */
export type AuditAction =
  | 'order.links_sent'
  | 'order.link_replaced'
  | 'order.cancelled'
  | 'order.delivered_anyway'
  | 'refund.requested'
  | 'refund.sent'
  | 'refund.failed'
  | 'refund.marked'
  | 'refund.dismissed'
  | 'payment.settled_outside'
  | 'chargeback.seen'
  | 'chargeback.handled'
  | 'doubt.handled'
  | 'product.created'
  | 'product.updated'
  | 'product.deleted'
  | 'role.granted'
  | 'role.revoked'
  | 'second_factor.enabled'
  | 'second_factor.disabled'
  | 'second_factor.reset'
  | 'message.done'
  | 'message.reopened'
  | 'catalog.import_started'
  | 'account.deleted';

export type AuditSubject = 'order' | 'product' | 'user' | 'message' | 'catalog';
