import type { ChargeStatus, OrderStatus, TicketState } from '#db/schema.ts';

/**
 * The events of the one LISTEN channel between processes. They contain only ids and states: a notification has at
 * most 8,000 bytes, and each reader fetches the rest with their own session.
 */
export type LiveEvent =
  | { topic: `user:${string}`; event: 'payment'; data: { id: string; status: PublicChargeStatus } }
  | { topic: `user:${string}`; event: 'orders'; data: { id: string; status: OrderStatus } }
  /** A thread of theirs, and the same for who answers it. */
  | { topic: `user:${string}`; event: 'tickets'; data: { id: string; status: TicketState } }
  | { topic: 'staff:tickets'; event: 'staff-tickets'; data: { id: string; status: TicketState } }
  /** Orders, which every role reads. What fewer may read has its right in the topic. */
  | { topic: 'staff'; event: 'staff-orders'; data: { id: string; status: OrderStatus } }
  /** A file or a channel broke, or works again: what stands in 'Atenção' beside money. */
  | { topic: 'staff'; event: 'attention'; data: Record<string, never> }
  /** Which skin a clerk has open on the desk. */
  | { topic: 'staff'; event: 'desk'; data: { userId: string; skin: string | null } }
  /** A delivery of the desk is held, was taken back or is done. */
  | { topic: 'staff'; event: 'desk-held'; data: Record<string, never> }
  | { topic: 'staff:catalog'; event: 'catalog-import'; data: { phase: string; done: number; total: number } }
  | { topic: 'catalog'; event: 'changed'; data: { version: string } }
  /** A review of this skin: its page is another one. The database says it (migration 0076). */
  | { topic: 'reviews'; event: 'changed'; data: { sku: string } }
  | { topic: 'settings'; event: 'changed'; data: Record<string, never> }
  /** A provider fails or is well again. */
  | { topic: 'providers'; event: 'changed'; data: Record<string, never> }
  /** Sessions ended or a role changed: open streams of this user check again what they may hear. */
  | { topic: `access:${string}`; event: 'changed'; data: Record<string, never> };

/** docs/contract.md `GET /api/payments/{id}`: inside, a charge without a code is `creating` or `failed`. */
export type PublicChargeStatus = Exclude<ChargeStatus, 'creating' | 'failed'>;

export const LIVE_CHANNEL = 'fulgor_live';
