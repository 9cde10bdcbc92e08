import { randomUUID } from 'node:crypto';
import type { OrderRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { sellingProviders } from '../providers/provider-order.ts';
import { CREATE_CLAIM_SECONDS, nextCheckAt, secondsAfter } from './charge-policy.ts';

/** The row of a new charge, before the gateway knows it. */
export function draftCharge(ctx: ShopContext, order: Pick<OrderRow, 'id' | 'total_cents'>) {
  const now = ctx.now();
  const expiresAt = secondsAfter(now, ctx.settings.chargeTtlSeconds);
  return {
    id: randomUUID() as string,
    order_id: order.id,
    gateway: sellingProviders(ctx)[0],
    status: 'creating' as const,
    amount_cents: order.total_cents,
    created_at: now,
    claimed_until: secondsAfter(now, CREATE_CLAIM_SECONDS),
    expires_at: expiresAt,
    next_check_at: nextCheckAt({ createdAt: now, expiresAt }, now),
  };
}
