import { sql } from 'kysely';
import type { Tx } from '#db/client.server.ts';
import { announceCatalog } from '#shop/catalog/announce-catalog.ts';
import type { ShopContext } from '#shop/context.ts';

/** From here on others may be taking the last ones, which a transaction does not see before they commit. */
const FEW = 50;

interface Sale {
  item_id: string;
  sku: string;
}

/**
 * Each of these sales takes a key of its product, the oldest first. The caller holds the locks of their orders.
 * @returns the items that got none: the stock is empty.
 */
export async function takeKeys(ctx: ShopContext, tx: Tx, sales: readonly Sale[]): Promise<string[]> {
  const without: string[] = [];
  // In one sequence, so that two who wait for each other's last keys do not wait for ever.
  for (const sale of sales.toSorted((a, b) => (a.sku < b.sku ? -1 : 1))) {
    // What somebody is taking is passed over; if that is all, it may still become free.
    const taken = (await takeKey(ctx, tx, sale, 'skip')) ?? (await takeKey(ctx, tx, sale, 'wait'));
    if (taken === null) without.push(sale.item_id);
    if (taken === null || taken.left === 0) await awaitNextKey(tx, sale.sku);
    if (taken === null || taken.left <= FEW) await announceCatalog(ctx, tx, ctx.catalog.current());
  }
  return without;
}

async function takeKey(
  ctx: ShopContext,
  tx: Tx,
  { item_id: itemId, sku }: Sale,
  others: 'skip' | 'wait',
): Promise<{ left: number } | null> {
  const { rows } = await sql<{ left: number | string }>`
    update stock_keys set taken_at = ${ctx.now()}, item_id = ${itemId}
    where id = (
      select id from stock_keys where sku = ${sku} and taken_at is null
      order by added_at, line limit 1 for update ${others === 'skip' ? sql`skip locked` : sql``})
    returning (select count(*) from stock_keys free where free.sku = ${sku} and free.taken_at is null) - 1 as left
  `.execute(tx);
  return rows[0] ? { left: Number(rows[0].left) } : null;
}

/** Sold out: whoever wished for it while it could be bought is told of the next key, too. */
async function awaitNextKey(tx: Tx, sku: string): Promise<void> {
  await sql`
    update wishes set awaits_file = true
    where sku = ${sku} and not awaits_file and not exists (select from user_collection entry
      where entry.user_id = wishes.user_id and entry.sku = wishes.sku)
  `.execute(tx);
}

/** For a key that nobody has seen: its gift becomes another skin before it is opened, or its item gets something else. */
export async function returnKey(ctx: ShopContext, tx: Tx, itemId: string): Promise<void> {
  const returned = await tx
    .updateTable('stock_keys')
    .set({ taken_at: null, item_id: null })
    .where('item_id', '=', itemId)
    .executeTakeFirst();
  if (returned.numUpdatedRows > 0n) await announceCatalog(ctx, tx, ctx.catalog.current());
}
