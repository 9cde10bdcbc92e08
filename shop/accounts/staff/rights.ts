import type { StaffRole } from '#db/schema.ts';

export type { StaffRole };

/** Who may do what. Screens, endpoints, live events and the access test of the journeys read this table. */
export const RIGHTS = {
  /** The lists of orders, their pages and 'Atenção', to look at. */
  'orders.read': ['owner', 'delivery', 'support', 'finance'],
  /** Sending and replacing links, and the desk. */
  'orders.deliver': ['owner', 'delivery'],
  'files.manage': ['owner', 'delivery'],
  'patch.manage': ['owner', 'delivery'],
  tickets: ['owner', 'support'],
  reviews: ['owner', 'support'],
  /** The change of a customer's e-mail address. */
  rescue: ['owner', 'support'],
  evidence: ['owner', 'support', 'finance'],
  /** Refunds, and what is decided about money that is held. */
  refunds: ['owner', 'finance'],
  /** Cancelling an order. An unpaid one too: a payment may be on its way. */
  'orders.cancel_paid': ['owner', 'finance'],
  disputes: ['owner', 'finance'],
  /** Automatic delivery for an account again, after a lost dispute. */
  'disputes.release': ['owner'],
  /** Webhooks and mails that the shop stopped trying. */
  given_up: ['owner', 'finance'],
  /** Who sells next, and 'Parar este'. */
  providers: ['owner', 'finance'],
  /** Books beside books, and the months that are closed. */
  reconciliation: ['owner', 'finance'],
  numbers: ['owner', 'finance'],
  csv: ['owner', 'finance'],
  coupons: ['owner', 'finance'],
  'orders.manual': ['owner', 'finance'],
  log: ['owner', 'finance'],
  products: ['owner'],
  catalog: ['owner'],
  programs: ['owner'],
  webhooks: ['owner'],
  /** Files of other shops, and all of this one as files. */
  moving: ['owner'],
  settings: ['owner'],
  team: ['owner'],
} satisfies Record<string, readonly StaffRole[]>;

export type Right = keyof typeof RIGHTS;

export const STAFF_ROLES: readonly StaffRole[] = RIGHTS['orders.read'];

/** `role` null: no staff. */
export function mayDo(role: StaffRole | null, right: Right): boolean {
  const roles: readonly StaffRole[] = RIGHTS[right];
  return role !== null && roles.includes(role);
}
