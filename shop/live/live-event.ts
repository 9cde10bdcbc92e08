import type { ChargeStatus, OrderStatus } from '#db/schema.ts';

/**
 * What crosses processes through one LISTEN channel. Kept to ids and states: a notification is at most
 * 8,000 bytes, and whoever may see more asks for it with their own session.
 */
export type LiveEvent =
  | { topic: `user:${string}`; event: 'payment'; data: { id: string; status: PublicChargeStatus } }
  | { topic: `user:${string}`; event: 'orders'; data: { id: string; status: OrderStatus } }
  | { topic: 'staff'; event: 'staff-orders'; data: { id: string; status: OrderStatus } }
  | { topic: 'staff'; event: 'catalog-import'; data: { phase: string; done: number; total: number } }
  | { topic: 'catalog'; event: 'changed'; data: { version: string } }
  /** Sessions ended or a role changed: open streams of that user look again at what they may hear. */
  | { topic: `access:${string}`; event: 'changed'; data: Record<string, never> };

/** docs/contract.md `GET /api/payments/{id}`: `creating` and `failed` are how a charge that has no code yet looks inside. */
export type PublicChargeStatus = Exclude<ChargeStatus, 'creating' | 'failed'>;

export const LIVE_CHANNEL = 'fulgor_live';
