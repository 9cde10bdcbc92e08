import type { OutwardContext } from '#shop/context.ts';
import { WEBHOOK_RETRIES } from '#shop/retry-policy.ts';
import { secondsAfter } from '../charges/charge-policy.ts';
import type { PixGateway, WebhookDelivery } from '../gateway.ts';
import { processWebhookEvent } from './process-webhook-events.ts';

export type ReceiveWebhookResult =
  | { ok: true; stored: number }
  | { ok: false; reason: 'unauthentic' | 'malformed' | 'wrong_environment' };

/**
 * docs/rulings.md, 'Body proves nothing': authenticate, store, answer, and only then ask the gateway. Of the body,
 * only ids and the claimed amount are kept. The amount may hold a charge, never release one.
 */
export async function receiveWebhook(
  ctx: OutwardContext,
  delivery: WebhookDelivery,
  /** The gateway whose address was called. It need not be the gateway of new charges. */
  gateway: PixGateway = ctx.gateway,
): Promise<ReceiveWebhookResult> {
  const reading = gateway.readWebhook(delivery);
  if (!reading.ok) {
    ctx.log.warn('webhook.refused', { gateway: gateway.name, reason: reading.reason });
    return reading;
  }
  if (reading.notices.length === 0) return { ok: true, stored: 0 };

  const now = ctx.now();
  const stored = await ctx.db
    .insertInto('webhook_events')
    .values(
      reading.notices.map((notice) => ({
        gateway: gateway.name,
        event_id: notice.eventId,
        gateway_charge_id: notice.gatewayChargeId,
        charge_id: notice.chargeId,
        gateway_dispute_id: notice.gatewayDisputeId ?? null,
        claimed_amount_cents: notice.claimedAmountCents,
        received_at: now,
        waits_since: now,
        // The first try runs here at once. If the process dies, the sweep repeats it.
        next_try_at: secondsAfter(now, WEBHOOK_RETRIES.firstPauseSeconds),
      })),
    )
    .onConflict((conflict) => conflict.columns(['gateway', 'event_id']).doNothing())
    .returning('id')
    .execute();
  for (const { id } of stored) ctx.inBackground('webhook', () => processWebhookEvent(ctx, id));
  return { ok: true, stored: stored.length };
}
