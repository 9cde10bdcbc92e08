import { sql } from 'kysely';
import type { ChargeRow } from '#db/schema.ts';
import type { OutwardContext, ShopContext } from '#shop/context.ts';
import { askAboutCharge } from './ask-about-charge.ts';
import { noteDoubt } from './note-doubt.ts';

const GIVE_UP_AFTER_ATTEMPTS = 30;

/**
 * Acts on one stored notice by asking the gateway about the charge it names. A notice that came before our
 * own create call returned finds no charge yet: it stays, and the sweep and `startCharge` come back to it.
 */
export async function processWebhookEvent(ctx: OutwardContext, eventId: string): Promise<void> {
  const event = await takeEvent(ctx, eventId);
  if (!event) return;
  if (!event.charge) {
    const { gateway, attempts } = event;
    ctx.log.warn('webhook.unknown_charge', { gateway, eventId, attempts });
    return;
  }
  const confirmed = await askAboutCharge(ctx, event.charge);
  if (!confirmed.ok) return;
  const claimedCents = event.claimed_amount_cents;
  const { amount_cents: asked, paid_amount_cents: paid } = event.charge;
  // Most notices name what is asked and what the books say, which need not be looked up again.
  const isDoubt = claimedCents !== asked || (paid !== null && claimedCents !== paid);
  if (claimedCents !== null && isDoubt && !ctx.gatewayFor(event.gateway)?.traits.namesPaidAmount) {
    await noteDoubt(ctx, event.charge.id, claimedCents);
  }
  await ctx.db
    .updateTable('webhook_events')
    .set({ processed_at: ctx.now() })
    .where('id', '=', eventId)
    .execute();
}

interface TakenEvent {
  gateway: string;
  attempts: number;
  claimed_amount_cents: number | null;
  /** null: no charge of ours yet. */
  charge: Pick<
    ChargeRow,
    'id' | 'gateway' | 'gateway_charge_id' | 'amount_cents' | 'paid_amount_cents'
  > | null;
}

/**
 * Counts the attempt, finds the charge, and keeps the amount that the notice claims, in one statement. A doubt
 * stays: a notice of the right amount that comes after one of a wrong amount settles nothing.
 */
async function takeEvent(ctx: ShopContext, eventId: string): Promise<TakenEvent | undefined> {
  const { rows } = await sql<TakenEvent>`
    with event as (
      update webhook_events set attempts = attempts + 1
      where id = ${eventId} and processed_at is null
      returning gateway, gateway_charge_id, charge_id, claimed_amount_cents, attempts
    ), charge as (
      select charges.id, gateway, gateway_charge_id, amount_cents, paid_amount_cents
      from event join charges using (gateway, gateway_charge_id)
      union
      select charges.id, charges.gateway, charges.gateway_charge_id, amount_cents, paid_amount_cents
      from event join charges on charges.id = event.charge_id and charges.gateway = event.gateway
      limit 1
    ), claimed as (
      update charges set claimed_amount_cents = event.claimed_amount_cents
      from event
      where charges.id = (select id from charge)
        and event.claimed_amount_cents is not null
        and charges.status not in ('paid', 'held', 'refunded')
        and (charges.claimed_amount_cents is null or charges.claimed_amount_cents = charges.amount_cents)
    )
    select gateway, attempts, claimed_amount_cents, (select to_json(charge) from charge) as charge from event
  `.execute(ctx.db);
  return rows[0];
}

/** Notices that arrived before the charge they speak of had a gateway id. */
export async function processWebhookEventsOf(
  ctx: OutwardContext,
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
export async function processLeftoverWebhookEvents(ctx: OutwardContext): Promise<void> {
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
