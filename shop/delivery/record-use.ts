import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';
import { nameSystem } from '#shop/text/name-system.ts';
import { SHOP_ZONE } from '#shop/text/shop-zone.ts';
import { truncateAddress } from '#shop/limits/truncate-address.ts';

export interface Use {
  kind: 'page_opened' | 'downloaded';
  userId: string;
  /** Entries of the person's collection, or whole orders of theirs. */
  of: { entryIds: readonly string[] } | { orderIds: readonly string[] };
  address: string;
  userAgent: string | null;
}

/**
 * Writes down that a buyer saw or fetched what was delivered (ruling 34): an opened page once a day for each skin, a
 * download once a minute, so that nobody can fill the table. It runs in the background: a failure is logged and keeps
 * nobody from the file.
 */
export function recordUse(ctx: ShopContext, { kind, userId, of, address, userAgent }: Use): void {
  const [column, ids] =
    'orderIds' in of ? (['entry.order_id', of.orderIds] as const) : (['entry.id', of.entryIds] as const);
  if (ids.length === 0) return;
  const at = ctx.now();
  const moment = kind === 'page_opened' ? dayInSaoPaulo(at) : at.toISOString().slice(0, 16);
  if (kind === 'downloaded' && 'entryIds' in of) {
    ctx.inBackground('note_download', () => noteDownload(ctx, { userId, entryIds: of.entryIds, at }));
  }
  ctx.inBackground('record_use', () =>
    ctx.db
      .insertInto('delivery_records')
      .columns(['order_item_id', 'user_id', 'kind', 'at', 'network', 'device', 'once'])
      .expression(
        ctx.db
          .selectFrom('user_collection as entry')
          .innerJoin('order_items as item', (join) =>
            join
              .onRef('item.order_id', '=', 'entry.order_id')
              .onRef('item.champion_id', '=', 'entry.champion_id')
              .onRef('item.skin_num', '=', 'entry.skin_num'),
          )
          .select([
            'item.id',
            'entry.user_id',
            sql.val(kind).as('kind'),
            sql<Date>`cast(${at} as timestamptz)`.as('at'),
            sql<string | null>`cast(${truncateAddress(address)} as text)`.as('network'),
            sql<string | null>`cast(${nameSystem(userAgent)} as text)`.as('device'),
            sql<string>`cast(${`${kind} ${moment}`} as text)`.as('once'),
          ])
          .where('entry.user_id', '=', userId)
          .where(column, 'in', ids)
          .where('entry.download_link', 'is not', null),
      )
      .onConflict((conflict) => conflict.columns(['order_item_id', 'once']).doNothing())
      .execute(),
  );
}

/** 'Funcionou?' is asked of what was downloaded (ruling 46), and once more when it is another version of the file. */
async function noteDownload(
  ctx: ShopContext,
  { userId, entryIds, at }: { userId: string; entryIds: readonly string[]; at: Date },
): Promise<void> {
  await sql`
    update user_collection entry set downloaded_at = ${at},
      worked_at = case when entry.downloaded_version is not distinct from now_there.version
        then entry.worked_at end,
      downloaded_version = now_there.version
    from (
      select mine.id, file.version from user_collection mine
      left join skin_files file on file.champion_id = mine.champion_id and file.skin_num = mine.skin_num
      where mine.id = any(${entryIds}::uuid[]) and mine.user_id = ${userId}
    ) now_there where now_there.id = entry.id`.execute(ctx.db);
}

function dayInSaoPaulo(at: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: SHOP_ZONE }).format(at);
}
