import type { OutwardContext, ShopContext } from '#shop/context.ts';
import { updateCharges } from '#shop/states/move-charge.ts';
import { GatewayError, type CreateChargeResult, type GatewayCharge } from '../gateway.ts';
import { noteAnswer, noteFailure } from '../providers/failing-providers.ts';
import { gatewayOf, hasSeveralProviders, sellingProviders } from '../providers/provider-order.ts';
import { processWebhookEventsOf } from '../webhooks/process-webhook-events.ts';
import { CREATE_CLAIM_SECONDS, secondsAfter } from './charge-policy.ts';
import type { WrittenCharge } from './open-charge.ts';
import { failCharge, readCharge, setFree, SHOWN_COLUMNS, type StartChargeResult } from './started-charge.ts';

/**
 * Asks for the code of a charge whose claim the caller holds. A provider that certainly did not make it hands the same
 * row to the next one. `mayExist`: an earlier create of it had no answer, so only its own provider is asked, and its no
 * may be about the repetition alone.
 */
export async function createAtGateway(
  ctx: OutwardContext,
  chargeId: string,
  row: WrittenCharge,
  { mayExist = false }: { mayExist?: boolean } = {},
): Promise<StartChargeResult> {
  const several = hasSeveralProviders(ctx);
  const tried: string[] = [];
  for (let name = row.gateway; ;) {
    tried.push(name);
    const askedAt = ctx.now();
    const created = await askForCode(ctx, chargeId, { ...row, gateway: name });
    if (created instanceof GatewayError) {
      ctx.log.warn('charge.create_failed', {
        chargeId,
        gateway: name,
        outcome: created.outcome,
        error: created,
      });
      if (!several) return giveUp(ctx, chargeId, name, created);
      await noteFailure(ctx, name, created);
      if (mayExist || created.outcome === 'unknown') return waitForAnswer(ctx, chargeId);
    } else {
      // A refusal is an answer too: the provider is up.
      await noteAnswer(ctx, name, askedAt);
      if (created.ok) return storeCode(ctx, chargeId, { ...row, gateway: name }, created.charge);
      ctx.log.warn('charge.refused', { chargeId, gateway: name, detail: created.detail });
      if (several && mayExist) return waitForAnswer(ctx, chargeId);
    }
    const next = several ? sellingProviders(ctx).find((other) => !tried.includes(other)) : undefined;
    if (next === undefined) {
      const isDown = created instanceof GatewayError;
      const failure = isDown ? `${created.outcome}: ${created.message}` : `refused: ${created.detail}`;
      await failCharge(ctx, chargeId, failure);
      return { ok: false, reason: isDown ? 'gateway_unavailable' : 'gateway_refused' };
    }
    if (!(await handOn(ctx, chargeId, name, next)))
      return { ok: true, charge: await readCharge(ctx, chargeId) };
    name = next;
  }
}

async function askForCode(
  ctx: OutwardContext,
  chargeId: string,
  row: WrittenCharge,
): Promise<CreateChargeResult | GatewayError> {
  const gateway = gatewayOf(ctx, row.gateway);
  if (!gateway) {
    const options = { retryable: false, outcome: 'not_applied' } as const;
    return new GatewayError(row.gateway, 'create: it is not set up', options);
  }
  // All data comes from the row. A repeated create must send the same data, or the gateway takes it for another charge.
  const lifeSeconds = Math.round((row.expires_at.getTime() - row.created_at.getTime()) / 1000);
  try {
    return await gateway.create({
      chargeId,
      amountCents: row.amount_cents,
      ttlSeconds: Math.max(gateway.traits.minimumTtlSeconds, lifeSeconds),
      description: `${ctx.settings.brandName}: ${row.description}`,
      customer: row.customer,
    });
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
}

/** false: a notice or another process was faster, and the row says what came of it. */
async function handOn(ctx: ShopContext, chargeId: string, from: string, to: string): Promise<boolean> {
  const moved = await ctx.db
    .updateTable('charges')
    .set({ gateway: to, claimed_until: secondsAfter(ctx.now(), CREATE_CLAIM_SECONDS) })
    .where('id', '=', chargeId)
    .where('status', '=', 'creating')
    .where('gateway', '=', from)
    .executeTakeFirst();
  ctx.log.info('charge.handed_on', { chargeId, from, to });
  return moved.numUpdatedRows > 0n;
}

async function storeCode(
  ctx: OutwardContext,
  chargeId: string,
  row: WrittenCharge,
  created: GatewayCharge,
): Promise<StartChargeResult> {
  const { gatewayChargeId } = created;
  const gatewayExpiry = created.expiresAt;
  // If the gateway cannot end a code this early, our own expiry counts. A later payment is still accepted.
  const expiresAt = gatewayExpiry && gatewayExpiry < row.expires_at ? gatewayExpiry : row.expires_at;
  // A webhook may have been faster than this answer: only a row in `creating` takes the code.
  const stored = await updateCharges(ctx.db, { id: chargeId }, 'pending', {
    gateway_charge_id: gatewayChargeId,
    pix_code: created.pixCode,
    claimed_until: null,
    expires_at: expiresAt,
    code_at: ctx.now(),
    fee_cents: created.feeCents ?? null,
  })
    .returning([...SHOWN_COLUMNS])
    .returning((eb) =>
      eb
        .exists(
          eb
            .selectFrom('webhook_events')
            .where('gateway', '=', row.gateway)
            .where('gateway_charge_id', '=', gatewayChargeId)
            .where('processed_at', 'is', null),
        )
        .as('has_early_news'),
    )
    .executeTakeFirst();
  if (stored && !stored.has_early_news) return { ok: true, charge: stored };
  if (!stored && created.feeCents !== undefined) {
    await ctx.db
      .updateTable('charges')
      .set({ fee_cents: created.feeCents })
      .where('id', '=', chargeId)
      .where('gateway_charge_id', '=', gatewayChargeId)
      .where('fee_cents', 'is', null)
      .execute();
  }
  ctx.inBackground('early_webhooks', () =>
    processWebhookEventsOf(ctx, { gateway: row.gateway, gatewayChargeId }),
  );
  return { ok: true, charge: stored ?? (await readCharge(ctx, chargeId)) };
}

/** Of several providers, this one may have made it: nobody is asked for another code until it was looked up. */
export async function waitForAnswer(ctx: ShopContext, chargeId: string): Promise<StartChargeResult> {
  await setFree(ctx, chargeId);
  return { ok: true, charge: await readCharge(ctx, chargeId) };
}

/**
 * After a failed create of the only provider: if the create can be repeated, or the charge can be found by its id, the
 * row stays for the next try. Otherwise a repeat would make a second charge, so the row is closed: nobody has seen its
 * code, so nobody can pay it.
 */
async function giveUp(
  ctx: OutwardContext,
  chargeId: string,
  name: string,
  error: GatewayError,
): Promise<StartChargeResult> {
  const traits = gatewayOf(ctx, name)?.traits;
  if (traits?.idempotentCreate || (traits?.findsUnanswered && error.outcome === 'unknown')) {
    await setFree(ctx, chargeId);
  } else {
    await failCharge(ctx, chargeId, `${error.outcome}: ${error.message}`);
  }
  return { ok: false, reason: 'gateway_unavailable' };
}
