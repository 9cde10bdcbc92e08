import { sql } from 'kysely';
import type { OutwardContext } from '#shop/context.ts';
import { addDays, dayOf } from '#shop/numbers/day-span.ts';
import { GatewayError, type GatewayPayment, type PixGateway } from '#shop/payments/gateway.ts';
import { SHOP_OFFSET } from '#shop/text/shop-zone.ts';
import { refreshDifferences } from './refresh-differences.ts';

/** A bank refunds for ninety days. */
export const LOOK_BACK_DAYS = 90;
const DAYS_A_RUN = 40;
/** In a row. A provider that is down is not asked for each day, and one day that it cannot list is not the end. */
const MOST_FAILURES = 3;
const HALF_A_DAY_MS = 12 * 3_600_000;
const CHUNK = 1000;

export const startOf = (day: string) => new Date(`${day}T00:00:00${SHOP_OFFSET}`);

/**
 * Reads each provider's own list of each day that is over, and again whenever the day is twice as old, for what was
 * refunded since. A day that cannot be read is tried again at the next run, and is unknown until then.
 */
export async function fetchLists(ctx: OutwardContext): Promise<void> {
  const touched = new Set<string>();
  for (const { name } of ctx.providers) {
    const gateway = ctx.gatewayFor(name);
    if (!gateway?.findRecentPayments) continue;
    let failures = 0;
    for (const day of await findDueDays(ctx, name)) {
      if (await fetchDay(ctx, gateway, day)) {
        failures = 0;
        touched.add(day);
      } else if (++failures === MOST_FAILURES) break;
    }
  }
  // What the shop heard by itself since may have ended some.
  const open = await ctx.db
    .selectFrom('differences')
    .select('day')
    .distinct()
    .where('settled_at', 'is', null)
    .limit(LOOK_BACK_DAYS)
    .execute();
  for (const { day } of open) touched.add(day);
  for (const day of touched) await refreshDifferences(ctx, { from: day, to: day });
}

/**
 * The newest first, but behind all others what failed the last time. The first day is the one of the provider's first
 * code here.
 */
async function findDueDays(ctx: OutwardContext, gateway: string): Promise<string[]> {
  const now = ctx.now();
  const oldest = addDays(dayOf(now), -LOOK_BACK_DAYS);
  const known = await ctx.db
    .selectFrom('provider_days')
    .select(['day', 'fetched_at', 'failure'])
    .where('gateway', '=', gateway)
    .where('day', '>=', oldest)
    .execute();
  const since = known.some(({ day }) => day === oldest) ? oldest : await findFirstDay(ctx, gateway, oldest);
  if (since === null) return [];
  const fetched = new Map(known.map(({ day, fetched_at }) => [day, fetched_at]));
  const due: string[] = [];
  for (let day = addDays(dayOf(now), -1); day >= since; day = addDays(day, -1)) {
    const end = startOf(addDays(day, 1)).getTime();
    const at = fetched.get(day);
    if (!at || now.getTime() - end >= 2 * Math.max(at.getTime() - end, HALF_A_DAY_MS)) due.push(day);
  }
  const failed = new Set(known.flatMap(({ day, failure }) => (failure === null ? [] : [day])));
  return [...due.filter((day) => !failed.has(day)), ...due.filter((day) => failed.has(day))].slice(
    0,
    DAYS_A_RUN,
  );
}

/** Of the provider's codes, but not before `oldest`. Without an index for it, the table is read to its end only for a provider that is younger than that. */
async function findFirstDay({ db }: OutwardContext, gateway: string, oldest: string): Promise<string | null> {
  const charges = db.selectFrom('charges').where('gateway', '=', gateway);
  const isOlder = await charges
    .select('id')
    .where('created_at', '<', startOf(oldest))
    .limit(1)
    .executeTakeFirst();
  if (isOlder) return oldest;
  const { since } = await charges
    .select((eb) => eb.fn.min('created_at').as('since'))
    .executeTakeFirstOrThrow();
  return since && dayOf(since);
}

async function fetchDay(ctx: OutwardContext, gateway: PixGateway, day: string): Promise<boolean> {
  const at = { gateway: gateway.name, day };
  const note = (read: { fetched_at?: Date; failure: string | null }) =>
    ctx.db
      .insertInto('provider_days')
      .values({ ...at, fetched_at: null, ...read })
      .onConflict((conflict) => conflict.columns(['gateway', 'day']).doUpdateSet(read))
      .execute();
  const startedAt = ctx.now();
  try {
    const payments = (await gateway.findRecentPayments?.(startOf(day), startOf(addDays(day, 1)))) ?? [];
    await keepPayments(ctx, at, payments);
    await note({ fetched_at: startedAt, failure: null });
    return true;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn('ledger.list_failed', { ...at, error });
    await note({ failure: error.message.slice(0, 300) });
    return false;
  }
}

/** The list of the day as it is now, each payment with its charge. */
async function keepPayments(
  ctx: OutwardContext,
  { gateway, day }: { gateway: string; day: string },
  listed: GatewayPayment[],
): Promise<void> {
  const payments = [...new Map(listed.map((each) => [each.endToEndId, each])).values()].filter(
    ({ paidAt }) => dayOf(paidAt) === day,
  );
  await ctx.transaction(async (tx) => {
    await tx.deleteFrom('provider_payments').where('gateway', '=', gateway).where('day', '=', day).execute();
    for (let start = 0; start < payments.length; start += CHUNK) {
      const some = payments.slice(start, start + CHUNK);
      await tx
        .insertInto('provider_payments')
        .values(
          some.map((each) => ({
            gateway,
            day,
            end_to_end_id: each.endToEndId,
            gateway_charge_id: each.gatewayChargeId,
            charge_id: each.chargeId,
            amount_cents: each.amountCents,
            back_cents: each.refundedCents + each.chargedBackCents,
          })),
        )
        // A bank that moved it from one day to another.
        .onConflict((conflict) =>
          conflict
            .columns(['gateway', 'end_to_end_id'])
            .doUpdateSet((eb) => ({ day: eb.ref('excluded.day') })),
        )
        .execute();
    }
    // The provider's id leads to a charge of ours, and else the one that its id contains.
    await sql`update provider_payments as paid set charge_id = coalesce(
        (select id from charges where gateway = paid.gateway and gateway_charge_id = paid.gateway_charge_id),
        (select id from charges where gateway = paid.gateway and id = paid.charge_id))
      where gateway = ${gateway} and day = ${day}`.execute(tx);
  });
}
