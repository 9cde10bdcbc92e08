import type { OutwardContext, ShopContext } from '#shop/context.ts';
import { unsealText } from '#shop/secrets/seal-text.ts';
import { lockOrder } from '#shop/states/lock-order.ts';
import { updateCharges } from '#shop/states/move-charge.ts';
import { gatewayOf, hasSeveralProviders } from '../providers/provider-order.ts';
import { checkChargeAtGateway } from './check-charge-at-gateway.ts';
import { secondsAfter, UNANSWERED_WAIT_SECONDS } from './charge-policy.ts';
import { createAtGateway, waitForAnswer } from './create-at-gateway.ts';
import { openCharge, type OpenedCharge, type WrittenCharge } from './open-charge.ts';
import { failCharge, readCharge, type StartChargeResult } from './started-charge.ts';

export type { StartedCharge, StartChargeResult } from './started-charge.ts';

const WAIT_FOR_OTHER_MS = 15_000;
const WAIT_STEP_MS = 80;
/** Among several providers nobody waits longer for an answer; the work goes on without them. */
const PATIENCE_MS = 4_000;

/**
 * Call it after the commit of the order. It calls the gateway for a charge that `openCharge` gave to this caller, or
 * waits for the caller that does. The code is stored before anybody sees it.
 */
export async function startCharge(ctx: OutwardContext, opened: OpenedCharge): Promise<StartChargeResult> {
  const work = start(ctx, opened);
  if (!hasSeveralProviders(ctx)) return work;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS);
  });
  const answer = await Promise.race([work, late]);
  clearTimeout(timer);
  if (answer) return answer;
  ctx.inBackground('start_charge', () => work);
  return { ok: true, charge: { ...(await readCharge(ctx, opened.id)), status: 'creating', pixCode: null } };
}

async function start(ctx: OutwardContext, opened: OpenedCharge): Promise<StartChargeResult> {
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
      'charges.gateway',
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

/**
 * A create without an answer: if the charge is there, its code is shown. If not, one that can be repeated is; otherwise
 * another one is created only after some time, because the list of a gateway may lag behind. The sweep still looks for
 * the first one, under its closed row (docs/decisions/odd-money.md). Where it cannot be looked up, it runs out first.
 */
async function findUnanswered(ctx: OutwardContext, chargeId: string): Promise<StartChargeResult> {
  const { gateway } = await readCharge(ctx, chargeId);
  const traits = gatewayOf(ctx, gateway)?.traits;
  const several = hasSeveralProviders(ctx);
  if (!traits?.idempotentCreate && !traits?.findsUnanswered) return waitForAnswer(ctx, chargeId);

  const reference = { id: chargeId, gateway, gateway_charge_id: null };
  const asked = await checkChargeAtGateway(ctx, reference, { mayAdopt: true });
  const charge = await readCharge(ctx, chargeId);
  if (charge.status !== 'creating') return { ok: true, charge };
  const isUnknown = asked.ok || asked.reason === 'gateway_unavailable';
  const isEarly = secondsAfter(charge.created_at, UNANSWERED_WAIT_SECONDS) > ctx.now();
  if (!isUnknown && isEarly && traits.idempotentCreate) {
    const written = await readWritten(ctx, chargeId);
    if (written) return createAtGateway(ctx, chargeId, written, { mayExist: true });
  }
  if (isEarly || (!asked.ok && asked.reason === 'gateway_unavailable')) {
    const waiting = await waitForAnswer(ctx, chargeId);
    return several ? waiting : { ok: false, reason: 'gateway_unavailable' };
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
  return next ? start(ctx, next) : { ok: false, reason: 'gateway_unavailable' };
}

async function waitForCode(ctx: ShopContext, chargeId: string): Promise<StartChargeResult> {
  const several = hasSeveralProviders(ctx);
  for (let waited = 0; ; waited += WAIT_STEP_MS) {
    const charge = await readCharge(ctx, chargeId);
    if (charge.status === 'failed') return { ok: false, reason: 'gateway_unavailable' };
    if (charge.status !== 'creating') return { ok: true, charge };
    const abandoned = charge.claimed_until === null || charge.claimed_until < ctx.now();
    if (abandoned && several) return { ok: true, charge };
    if (abandoned || waited >= WAIT_FOR_OTHER_MS) return { ok: false, reason: 'gateway_unavailable' };
    await new Promise((resolve) => setTimeout(resolve, WAIT_STEP_MS));
  }
}
