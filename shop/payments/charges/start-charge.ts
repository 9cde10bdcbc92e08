import type { ChargeRow } from '#db/schema.ts';
import type { OutwardContext, ShopContext } from '#shop/context.ts';
import { unsealText } from '#shop/secrets/seal-text.ts';
import { cutText } from '#shop/text/cut-text.ts';
import { checkChargeAtGateway } from './check-charge-at-gateway.ts';
import { secondsAfter, UNANSWERED_WAIT_SECONDS } from './charge-policy.ts';
import type { Payment } from './find-payment.ts';
import { GatewayError, type CreateChargeResult } from '../gateway.ts';
import { updateCharges } from '#shop/states/move-charge.ts';
import { lockOrder } from '#shop/states/lock-order.ts';
import { openCharge, type OpenedCharge, type WrittenCharge } from './open-charge.ts';
import { processWebhookEventsOf } from '../webhooks/process-webhook-events.ts';

const SHOWN_COLUMNS = [
  'id',
  'status',
  'amount_cents as amountCents',
  'pix_code as pixCode',
  'expires_at as expiresAt',
] as const;
export type StartedCharge = Pick<Payment, 'id' | 'status' | 'amountCents' | 'pixCode' | 'expiresAt'>;

export type StartChargeResult =
  | { ok: true; charge: StartedCharge }
  /** The order stays open and can be resumed. No code was shown. */
  | { ok: false; reason: 'gateway_unavailable' | 'gateway_refused' };

const WAIT_FOR_OTHER_MS = 15_000;
const WAIT_STEP_MS = 80;

/**
 * Call it after the commit of the order. It calls the gateway for a charge that `openCharge` gave to this caller, or
 * waits for the caller that does. The code is stored before anybody sees it.
 */
export async function startCharge(ctx: OutwardContext, opened: OpenedCharge): Promise<StartChargeResult> {
  if (!opened.mustCreate) return waitForCode(ctx, opened.id);
  if (opened.mustFind) return findUnanswered(ctx, opened.id);
  const written = opened.written ?? (await readWritten(ctx, opened.id));
  if (written === null) {
    await failCharge(ctx, opened.id, 'the tax id is sealed under another AUTH_SECRET');
    return { ok: false, reason: 'gateway_refused' };
  }
  return createAtGateway(ctx, opened.id, written);
}

/** null: the buyer must type the tax id again; a new purchase of the same skins does that. */
async function readWritten(ctx: ShopContext, chargeId: string): Promise<WrittenCharge | null> {
  const row = await ctx.db
    .selectFrom('charges')
    .innerJoin('orders', 'orders.id', 'charges.order_id')
    .select([
      'charges.amount_cents',
      'charges.created_at',
      'charges.expires_at',
      'orders.description',
      'orders.customer_name',
      'orders.customer_email',
      'orders.customer_cellphone',
      'orders.customer_tax_id_sealed',
    ])
    .where('charges.id', '=', chargeId)
    .executeTakeFirstOrThrow();

  let taxId: string;
  try {
    taxId = unsealText(ctx.settings.sealingKey, row.customer_tax_id_sealed);
  } catch (error) {
    ctx.log.error('charge.tax_id_unreadable', { chargeId, error });
    return null;
  }
  const { customer_name: name, customer_email: email, customer_cellphone: cellphone } = row;
  return { ...row, customer: { name, email, cellphone, taxId } };
}

async function createAtGateway(
  ctx: OutwardContext,
  chargeId: string,
  row: WrittenCharge,
): Promise<StartChargeResult> {
  let created: CreateChargeResult;
  try {
    created = await ctx.gateway.create({
      chargeId,
      amountCents: row.amount_cents,
      // All data comes from the row. A repeated create must send the same data, or the gateway takes it for another
      // charge.
      ttlSeconds: Math.max(
        ctx.gateway.traits.minimumTtlSeconds,
        Math.round((row.expires_at.getTime() - row.created_at.getTime()) / 1000),
      ),
      description: `${ctx.settings.brandName}: ${row.description}`,
      customer: row.customer,
    });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return giveUp(ctx, chargeId, error);
  }
  if (!created.ok) {
    ctx.log.warn('charge.refused', { chargeId, detail: created.detail });
    await failCharge(ctx, chargeId, `refused: ${created.detail}`);
    return { ok: false, reason: 'gateway_refused' };
  }

  // If the gateway cannot end a code this early, our own expiry counts. A later payment is still accepted.
  const gatewayExpiry = created.charge.expiresAt;
  const expiresAt = gatewayExpiry && gatewayExpiry < row.expires_at ? gatewayExpiry : row.expires_at;
  const { gatewayChargeId } = created.charge;
  // A webhook may have been faster than this answer: only a row in `creating` takes the code.
  const stored = await updateCharges(ctx.db, { id: chargeId }, 'pending', {
    gateway_charge_id: gatewayChargeId,
    pix_code: created.charge.pixCode,
    claimed_until: null,
    expires_at: expiresAt,
  })
    .returning([...SHOWN_COLUMNS])
    .returning((eb) =>
      eb
        .exists(
          eb
            .selectFrom('webhook_events')
            .where('gateway', '=', ctx.gateway.name)
            .where('gateway_charge_id', '=', gatewayChargeId)
            .where('processed_at', 'is', null),
        )
        .as('has_early_news'),
    )
    .executeTakeFirst();
  if (stored && !stored.has_early_news) return { ok: true, charge: stored };
  ctx.inBackground('early_webhooks', () =>
    processWebhookEventsOf(ctx, { gateway: ctx.gateway.name, gatewayChargeId }),
  );
  return { ok: true, charge: stored ?? (await readCharge(ctx, chargeId)) };
}

/**
 * After a failed create: if the create can be repeated, or the charge can be found by its id, the row stays for the
 * next try. Otherwise a repeat would make a second charge, so the row is closed: nobody has seen its code, so nobody
 * can pay it.
 */
async function giveUp(ctx: ShopContext, chargeId: string, error: GatewayError): Promise<StartChargeResult> {
  ctx.log.warn('charge.create_failed', { chargeId, outcome: error.outcome, error });
  const { idempotentCreate, findsUnanswered } = ctx.gateway.traits;
  if (idempotentCreate || (findsUnanswered && error.outcome === 'unknown')) {
    await ctx.db
      .updateTable('charges')
      .set({ claimed_until: null })
      .where('id', '=', chargeId)
      .where('status', '=', 'creating')
      .execute();
  } else {
    await failCharge(ctx, chargeId, `${error.outcome}: ${error.message}`);
  }
  return { ok: false, reason: 'gateway_unavailable' };
}

/**
 * A create without an answer, at a gateway that finds charges by our id: if the charge is there, its code is shown.
 * If not, another one is created only after some time, because the list of a gateway may lag behind. The sweep still
 * looks for the first one, under its closed row (docs/decisions/odd-money.md).
 */
async function findUnanswered(ctx: OutwardContext, chargeId: string): Promise<StartChargeResult> {
  const reference = { id: chargeId, gateway: ctx.gateway.name, gateway_charge_id: null };
  const asked = await checkChargeAtGateway(ctx, reference, { mayAdopt: true });
  const charge = await readCharge(ctx, chargeId);
  if (charge.status !== 'creating') return { ok: true, charge };
  const wait = secondsAfter(charge.created_at, UNANSWERED_WAIT_SECONDS) > ctx.now();
  if (wait || (!asked.ok && asked.reason === 'gateway_unavailable')) {
    await ctx.db
      .updateTable('charges')
      .set({ claimed_until: null })
      .where('id', '=', chargeId)
      .where('status', '=', 'creating')
      .execute();
    return { ok: false, reason: 'gateway_unavailable' };
  }
  const next = await ctx.transaction(async (tx) => {
    const order = await lockOrder(tx, { chargeId });
    if (!order) throw new Error(`Charge ${chargeId} has no order.`);
    // If an answer came meanwhile, the charge that it made is what `openCharge` finds.
    await updateCharges(tx, { id: chargeId, status: 'creating' }, 'expired', {
      failure: 'no answer from the gateway, not found there',
      claimed_until: null,
    }).execute();
    return openCharge(ctx, tx, order);
  });
  return next ? startCharge(ctx, next) : { ok: false, reason: 'gateway_unavailable' };
}

async function failCharge(ctx: ShopContext, chargeId: string, failure: string): Promise<void> {
  // A notice may have been faster: then the charge is what the notice says.
  await updateCharges(ctx.db, { id: chargeId }, 'failed', {
    failure: cutText(failure, 500),
    claimed_until: null,
    next_check_at: null,
  }).execute();
}

async function waitForCode(ctx: ShopContext, chargeId: string): Promise<StartChargeResult> {
  for (let waited = 0; ; waited += WAIT_STEP_MS) {
    const charge = await readCharge(ctx, chargeId);
    if (charge.status === 'failed') return { ok: false, reason: 'gateway_unavailable' };
    if (charge.status !== 'creating') return { ok: true, charge };
    const abandoned = charge.claimed_until === null || charge.claimed_until < ctx.now();
    if (abandoned || waited >= WAIT_FOR_OTHER_MS) return { ok: false, reason: 'gateway_unavailable' };
    await new Promise((resolve) => setTimeout(resolve, WAIT_STEP_MS));
  }
}

function readCharge(
  ctx: ShopContext,
  chargeId: string,
): Promise<StartedCharge & Pick<ChargeRow, 'claimed_until' | 'created_at'>> {
  return ctx.db
    .selectFrom('charges')
    .select([...SHOWN_COLUMNS, 'claimed_until', 'created_at'])
    .where('id', '=', chargeId)
    .executeTakeFirstOrThrow();
}
