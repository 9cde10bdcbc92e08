import type { GivenUpView } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { nameProvider } from '#shop/payments/name-provider.ts';

/** A webhook or a mail that the shop tried for days and then gave up. Times in ISO 8601. */
export interface GivenUpEntry {
  kind: GivenUpView['kind'];
  id: string;
  /** The mail's job, or the webhook's gateway. */
  what: string;
  /** What a webhook's gateway is called after 'O provedor …'. */
  provider: string;
  orderId: string | null;
  canRetry: boolean;
  /** The moment at which it began to wait. */
  since: Date;
  givenUpAt: Date;
}

/** There may be hundreds after a long outage. Staff see the next ones when these are decided. */
const GIVEN_UP_SHOWN = 50;

/** The oldest first. Staff only: the caller checks the role. */
export async function listGivenUp(ctx: ShopContext): Promise<GivenUpEntry[]> {
  const rows = await ctx.db
    .selectFrom('given_up')
    .selectAll()
    .orderBy('given_up_at')
    .orderBy('id')
    .limit(GIVEN_UP_SHOWN)
    .execute();
  return rows.map((row) => ({
    kind: row.kind,
    id: row.id,
    what: row.what,
    provider: nameProvider(ctx, row.what).spoken,
    orderId: row.order_id,
    canRetry: row.can_retry,
    since: row.since,
    givenUpAt: row.given_up_at,
  }));
}

/** How many of each kind wait for a decision. */
export async function countGivenUp(ctx: ShopContext): Promise<Record<GivenUpView['kind'], number>> {
  const rows = await ctx.db
    .selectFrom('given_up')
    .select(['kind', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('kind')
    .execute();
  const count = (kind: GivenUpView['kind']) => Number(rows.find((row) => row.kind === kind)?.count ?? 0);
  return { mail: count('mail'), webhook: count('webhook') };
}
