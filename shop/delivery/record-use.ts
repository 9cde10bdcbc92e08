import { sql } from 'kysely';
import type { Executor } from '#db/client.server.ts';
import type { ShopContext } from '#shop/context.ts';
import { nameSystem } from '#shop/text/name-system.ts';
import { SHOP_ZONE } from '#shop/text/shop-zone.ts';
import { truncateAddress } from '#shop/limits/truncate-address.ts';

export interface Use {
  userId: string;
  /** Entries of the person's collection, or whole orders of theirs. */
  of: { entryIds: readonly string[] } | { orderIds: readonly string[] };
  address: string;
  userAgent: string | null;
}

/**
 * Writes down that a buyer saw what was delivered: once a day for each skin, so that nobody can fill the table. It runs
 * in the background: a failure is logged and keeps nobody from the page.
 */
export function recordUse(ctx: ShopContext, use: Use): void {
  ctx.inBackground('record_use', () => writeUse(ctx, ctx.db, 'page_opened', use));
}

/** A download is written once a minute (`recordDownload`). */
export async function writeUse(
  ctx: ShopContext,
  executor: Executor,
  kind: 'page_opened' | 'downloaded',
  { userId, of, address, userAgent }: Use,
): Promise<void> {
  const [column, ids] =
    'orderIds' in of ? (['entry.order_id', of.orderIds] as const) : (['entry.id', of.entryIds] as const);
  if (ids.length === 0) return;
  const at = ctx.now();
  const moment = kind === 'page_opened' ? dayInSaoPaulo(at) : at.toISOString().slice(0, 16);
  await executor
    .insertInto('delivery_records')
    .columns(['order_item_id', 'user_id', 'kind', 'at', 'network', 'device', 'once'])
    .expression(
      executor
        .selectFrom('grants as entry')
        .select([
          'entry.item_id',
          'entry.owner_id',
          sql.val(kind).as('kind'),
          sql<Date>`cast(${at} as timestamptz)`.as('at'),
          sql<string | null>`cast(${truncateAddress(address)} as text)`.as('network'),
          sql<string | null>`cast(${nameSystem(userAgent)} as text)`.as('device'),
          sql<string>`cast(${`${kind} ${moment}`} as text)`.as('once'),
        ])
        .where('entry.owner_id', '=', userId)
        .where(column, 'in', ids)
        .where('entry.state', 'in', ['ready', 'delivered']),
    )
    .onConflict((conflict) => conflict.columns(['order_item_id', 'once']).doNothing())
    .execute();
}

function dayInSaoPaulo(at: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: SHOP_ZONE }).format(at);
}
