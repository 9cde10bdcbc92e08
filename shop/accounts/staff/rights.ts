import type { StaffRole } from '#db/schema.ts';

export type { StaffRole };

/** Who may do what (ruling 39). Screens, endpoints, live events and the access test of the journeys read this table. */
const RIGHTS = {
  /** The lists of orders, their pages and 'Atenção', to look at. */
  'orders.read': ['dono', 'entrega', 'atendimento', 'financeiro'],
  /** Sending and replacing links, and the desk. */
  'orders.deliver': ['dono', 'entrega'],
  'files.manage': ['dono', 'entrega'],
  'patch.manage': ['dono', 'entrega'],
  tickets: ['dono', 'atendimento'],
  reviews: ['dono', 'atendimento'],
  /** The change of a customer's e-mail address (ruling 50). */
  rescue: ['dono', 'atendimento'],
  evidence: ['dono', 'atendimento', 'financeiro'],
  /** Refunds, and what is decided about money that is held. */
  refunds: ['dono', 'financeiro'],
  /** Cancelling an order. An unpaid one too: a payment may be on its way. */
  'orders.cancel_paid': ['dono', 'financeiro'],
  disputes: ['dono', 'financeiro'],
  /** Automatic delivery for an account again, after a lost dispute (ruling 38). */
  'disputes.release': ['dono'],
  /** Webhooks and mails that the shop stopped trying. */
  given_up: ['dono', 'financeiro'],
  numbers: ['dono', 'financeiro'],
  csv: ['dono', 'financeiro'],
  coupons: ['dono', 'financeiro'],
  'orders.manual': ['dono', 'financeiro'],
  log: ['dono', 'financeiro'],
  products: ['dono'],
  catalog: ['dono'],
  settings: ['dono'],
  team: ['dono'],
} satisfies Record<string, readonly StaffRole[]>;

export type Right = keyof typeof RIGHTS;

export const STAFF_ROLES: readonly StaffRole[] = RIGHTS['orders.read'];

/** `role` null: no staff. */
export function mayDo(role: StaffRole | null, right: Right): boolean {
  const roles: readonly StaffRole[] = RIGHTS[right];
  return role !== null && roles.includes(role);
}
