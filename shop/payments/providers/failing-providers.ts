import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '#db/client.server.ts';
import type { OutwardContext, ShopContext } from '#shop/context.ts';
import { GatewayError } from '../gateway.ts';
import { describeFailure } from './describe-failure.ts';
import { probeGateway } from './probe-gateway.ts';
import { gatewayOf, providerOrder } from './provider-order.ts';

const FIRST_PAUSE_SECONDS = 15;
const LONGEST_PAUSE_SECONDS = 600;

/** What every process keeps in memory, so that a sale reads nothing more. The topic `providers` says that it changed. */
export async function loadFailingProviders({
  db,
  memory,
}: Pick<ShopContext, 'db' | 'memory'>): Promise<void> {
  const rows = await db
    .selectFrom('failing_providers')
    .select(['name', 'state', 'since', 'last_error as lastError', 'is_back as isBack'])
    .execute();
  memory.failingProviders = new Map(rows.map(({ name, ...row }) => [name, row]));
}

/** A create failed: new sales go to the next provider. Of many that fail at once, one writes. */
export async function noteFailure(ctx: ShopContext, name: string, error: GatewayError): Promise<void> {
  const known = ctx.memory.failingProviders.get(name);
  if (known && !known.isBack) return;
  const now = ctx.now();
  const failure = {
    state: error.outcome === 'unknown' ? ('silent' as const) : ('refusing' as const),
    last_error: describeFailure(error),
  };
  await change(ctx, (tx) =>
    tx
      .insertInto('failing_providers')
      .values({ name, ...failure, since: now, next_try_at: secondsFrom(now, FIRST_PAUSE_SECONDS) })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet((eb) => ({
            ...failure,
            is_back: false,
            relapses: eb('failing_providers.relapses', '+', 1),
            next_try_at: pauseAfter(now, sql`failing_providers.relapses + 1`),
          }))
          .where('failing_providers.is_back', '=', true),
      )
      .execute(),
  );
  if (!known) ctx.log.error('provider.failing', { gateway: name, error });
}

/** A create that began at `askedAt` was answered: the provider is well again. */
export async function noteAnswer(ctx: ShopContext, name: string, askedAt: Date): Promise<void> {
  const known = ctx.memory.failingProviders.get(name);
  if (!known || askedAt < known.since) return;
  await forget(ctx, name);
  ctx.log.info('provider.well_again', { gateway: name, since: known.since });
}

/**
 * Asks each failing provider that is due; whoever answers gets the next sale. One that answered and was offered no sale
 * since, because another one is first, counts as well again.
 */
export async function probeProviders(ctx: OutwardContext): Promise<void> {
  const due = await ctx.db
    .selectFrom('failing_providers')
    .select(['name', 'is_back'])
    .where('next_try_at', '<=', ctx.now())
    .execute();
  for (const { name, is_back } of due) {
    if (is_back) await forget(ctx, name);
    else await probe(ctx, name);
  }
}

async function probe(ctx: OutwardContext, name: string): Promise<void> {
  // One that staff paused is offered no sale, so nobody waits for it.
  const sells = providerOrder(ctx).includes(name) && !ctx.settings.pixGateways.paused.includes(name);
  const gateway = sells ? gatewayOf(ctx, name) : null;
  if (!gateway) return forget(ctx, name);
  try {
    await probeGateway(gateway);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const next = pauseAfter(ctx.now(), sql`relapses`);
    await ctx.db
      .updateTable('failing_providers')
      .set({ next_try_at: next, last_error: describeFailure(error) })
      .where('name', '=', name)
      .execute();
    return;
  }
  ctx.log.info('provider.answers', { gateway: name });
  await change(ctx, (tx) =>
    tx
      .updateTable('failing_providers')
      .set({ is_back: true, next_try_at: secondsFrom(ctx.now(), LONGEST_PAUSE_SECONDS) })
      .where('name', '=', name)
      .execute(),
  );
}

const forget = (ctx: ShopContext, name: string) =>
  change(ctx, (tx) => tx.deleteFrom('failing_providers').where('name', '=', name).execute());

/** Longer each time that it answered and then failed again. */
const pauseAfter = (now: Date, relapses: RawBuilder<unknown>) =>
  sql<Date>`${now}::timestamptz + make_interval(secs =>
    least(${FIRST_PAUSE_SECONDS} * power(2, least(${relapses}, 10)), ${LONGEST_PAUSE_SECONDS}))`;

const secondsFrom = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

/** The others hear of it; this process knows at once. */
async function change(ctx: ShopContext, write: (executor: Executor) => Promise<unknown>): Promise<void> {
  await ctx.transaction(async (tx) => {
    await write(tx);
    await ctx.publish(tx, { topic: 'providers', event: 'changed', data: {} });
  });
  await loadFailingProviders(ctx);
}
