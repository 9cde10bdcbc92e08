import { sql } from 'kysely';
import type { ChargeRow } from '#db/schema.ts';
import type { OutwardContext, ShopContext } from '#shop/context.ts';
import { nextTryAt, WEBHOOK_RETRIES } from '#shop/retry-policy.ts';
import { continuePurchase } from '#shop/states/continue-purchase.ts';
import { checkChargeAtGateway } from '../charges/check-charge-at-gateway.ts';
import { checkDispute } from '../charges/check-dispute.ts';
import { secondsAfter } from '../charges/charge-policy.ts';
import { noteDoubt } from '../money/note-doubt.ts';

/** An event counts as failed after this time: its process may have died. */
const CLAIM_SECONDS = 60;

/**
 * Processes one stored notice: asks the gateway about the charge that it names. A notice may arrive before our create
 * call returns. Then no charge is found, the notice stays, and the sweep and `startCharge` try again.
 */
export async function processWebhookEvent(ctx: OutwardContext, eventId: string): Promise<void> {
  const event = await takeEvent(ctx, eventId);
  if (!event) return;
  const act = () => actOn(ctx, eventId, event);
  const step = {
    name: 'webhook',
    kind: 'consumer',
    facts: { 'fulgor.gateway': event.gateway, 'fulgor.webhook.attempts': event.attempts },
  } as const;
  const isDone = await (event.charge
    ? continuePurchase(ctx, ctx.db, { chargeId: event.charge.id }, step, act)
    : ctx.tracing.step(step, act));
  if (!isDone) return waitOrGiveUp(ctx, eventId, event);
  await ctx.db
    .updateTable('webhook_events')
    .set({ processed_at: ctx.now(), given_up_at: null })
    .where('id', '=', eventId)
    .execute();
}

async function actOn(ctx: OutwardContext, eventId: string, event: TakenEvent): Promise<boolean> {
  const { gateway, attempts, charge, gateway_dispute_id: disputeId } = event;
  if (disputeId !== null) return askAboutDispute(ctx, eventId, { gateway, attempts, disputeId });
  if (!charge) {
    ctx.log.warn('webhook.unknown_charge', { gateway, eventId, attempts });
    return false;
  }
  try {
    const confirmed = await checkChargeAtGateway(ctx, charge);
    if (!confirmed.ok) return false;
    const claimedCents = event.claimed_amount_cents;
    const { amount_cents: asked, paid_amount_cents: paid } = charge;
    // Most notices contain the needed ids, so nothing is read again.
    const isDoubt = claimedCents !== asked || (paid !== null && claimedCents !== paid);
    if (claimedCents !== null && isDoubt && !ctx.gatewayFor(gateway)?.traits.namesPaidAmount) {
      await noteDoubt(ctx, charge.id, claimedCents);
    }
    return true;
  } catch (error) {
    // Our own error must not stop the other events, and must not be retried without a pause.
    ctx.log.error('webhook.failed', { gateway, eventId, attempts, error });
    return false;
  }
}

async function askAboutDispute(
  ctx: OutwardContext,
  eventId: string,
  { gateway, attempts, disputeId }: { gateway: string; attempts: number; disputeId: string },
): Promise<boolean> {
  try {
    return await checkDispute(ctx, gateway, disputeId);
  } catch (error) {
    ctx.log.error('webhook.failed', { gateway, eventId, attempts, error });
    return false;
  }
}

async function waitOrGiveUp(ctx: ShopContext, eventId: string, event: TakenEvent): Promise<void> {
  const now = ctx.now();
  const next = nextTryAt(WEBHOOK_RETRIES, new Date(event.waits_since), now);
  await ctx.db
    .updateTable('webhook_events')
    .set(next ? { next_try_at: next } : { given_up_at: now })
    .where('id', '=', eventId)
    .where('processed_at', 'is', null)
    .execute();
  if (next) return;
  const { gateway, attempts, charge } = event;
  ctx.log.error('webhook.given_up', { gateway, eventId, attempts, chargeId: charge?.id ?? null });
}

interface TakenEvent {
  gateway: string;
  attempts: number;
  claimed_amount_cents: number | null;
  /** A dispute that the notice is about. */
  gateway_dispute_id: string | null;
  waits_since: Date | string;
  /** null: no charge yet. */
  charge: Pick<
    ChargeRow,
    'id' | 'gateway' | 'gateway_charge_id' | 'amount_cents' | 'paid_amount_cents'
  > | null;
}

/**
 * Counts the attempt, finds the charge and stores the claimed amount, in one statement. A doubt stays: a later notice
 * with the right amount settles nothing.
 */
async function takeEvent(ctx: ShopContext, eventId: string): Promise<TakenEvent | undefined> {
  const { rows } = await sql<TakenEvent>`
    with event as (
      update webhook_events
      set attempts = attempts + 1, next_try_at = ${secondsAfter(ctx.now(), CLAIM_SECONDS)}
      where id = ${eventId} and processed_at is null
      returning gateway, gateway_charge_id, charge_id, gateway_dispute_id, claimed_amount_cents, attempts, waits_since
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
    select gateway, attempts, claimed_amount_cents, gateway_dispute_id, waits_since, (select to_json(charge) from charge) as charge
    from event
  `.execute(ctx.db);
  return rows[0];
}

/** Notices that arrived before their charge had a gateway id. */
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

/**
 * For the sweep: notices whose first processing failed or was interrupted. Ends at `until`; the rest waits for the
 * next sweep.
 */
export async function processLeftoverWebhookEvents(
  ctx: OutwardContext,
  { until = null }: { until?: Date | null } = {},
): Promise<void> {
  const events = await ctx.db
    .selectFrom('webhook_events')
    .select('id')
    .where('processed_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where('next_try_at', '<=', ctx.now())
    .orderBy('next_try_at')
    .limit(200)
    .execute();
  for (const { id } of events) {
    if (until && ctx.now() >= until) return;
    await processWebhookEvent(ctx, id);
  }
}
