import type { ShopContext } from '#shop/context.ts';
import { confirmCharge } from './confirm-charge.ts';

const GIVE_UP_AFTER_ATTEMPTS = 30;

/**
 * Acts on one stored notice by asking the gateway about the charge it names. A notice that came before our
 * own create call returned finds no charge yet: it stays, and the sweep and `startCharge` come back to it.
 */
export async function processWebhookEvent(ctx: ShopContext, eventId: string): Promise<void> {
  const event = await ctx.db
    .updateTable('webhook_events')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', eventId)
    .where('processed_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!event) return;

  const charge = await ctx.db
    .selectFrom('charges')
    .select('id')
    .where('gateway', '=', event.gateway)
    .where((eb) =>
      eb.or([
        ...(event.gateway_charge_id === null ? [] : [eb('gateway_charge_id', '=', event.gateway_charge_id)]),
        ...(event.charge_id === null ? [] : [eb('id', '=', event.charge_id)]),
      ]),
    )
    .executeTakeFirst();
  if (!charge) {
    ctx.log.warn('webhook.unknown_charge', { gateway: event.gateway, eventId, attempts: event.attempts });
    return;
  }
  if (event.claimed_amount_cents !== null) {
    await ctx.db
      .updateTable('charges')
      .set({ claimed_amount_cents: event.claimed_amount_cents })
      .where('id', '=', charge.id)
      .where('status', 'not in', ['paid', 'held', 'refunded'])
      // A doubt stays: a notice of the right amount that comes after one of a wrong amount settles nothing.
      .where((eb) =>
        eb.or([
          eb('claimed_amount_cents', 'is', null),
          eb('claimed_amount_cents', '=', eb.ref('amount_cents')),
        ]),
      )
      .execute();
  }
  const confirmed = await confirmCharge(ctx, charge.id, { evenIfPaid: true });
  if (!confirmed.ok) return;
  await ctx.db
    .updateTable('webhook_events')
    .set({ processed_at: ctx.now() })
    .where('id', '=', eventId)
    .execute();
}

/** Notices that arrived before the charge they speak of had a gateway id. */
export async function processWebhookEventsOf(
  ctx: ShopContext,
  { gateway, gatewayChargeId }: { gateway: string; gatewayChargeId: string },
): Promise<void> {
  const events = await ctx.db
    .selectFrom('webhook_events')
    .select('id')
    .where('gateway', '=', gateway)
    .where('gateway_charge_id', '=', gatewayChargeId)
    .where('processed_at', 'is', null)
    .execute();
  for (const { id } of events) await processWebhookEvent(ctx, id);
}

/** The sweep's share: notices whose first processing failed or was cut off by a crash. */
export async function processLeftoverWebhookEvents(ctx: ShopContext): Promise<void> {
  const events = await ctx.db
    .selectFrom('webhook_events')
    .select('id')
    .where('processed_at', 'is', null)
    .where('attempts', '<', GIVE_UP_AFTER_ATTEMPTS)
    .where('received_at', '<', new Date(ctx.now().getTime() - 10_000))
    .orderBy('received_at')
    .limit(200)
    .execute();
  for (const { id } of events) await processWebhookEvent(ctx, id);
}
