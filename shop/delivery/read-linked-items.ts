import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '#db/client.server.ts';
import type { GrantRow } from '#db/schema.ts';
import { isRefunding, isWithheld } from '#shop/states/why-waits.ts';
import type { SoldContent } from './files/stored-file.ts';

/**
 * What is owed for an item of an order, with the link or stored file that delivers it by itself now: of its active
 * product, or else of the skin's file with 'entregar sozinha'; of a product of keys the one that its sale took.
 */
export interface LinkedItem extends GrantRow {
  price_cents: number;
  discount_cents: number;
  ready_link: string | null;
  ready_file_id: string | null;
  ready_key_id: string | null;
  /** A product of keys: nothing else delivers it by itself. */
  sells_keys: boolean;
  /** The file of its skin is being updated: it waits. */
  updating: boolean;
  /** What would deliver it by itself was not looked into yet, or is for a person to look at: it waits. */
  withheld: boolean;
  /** Its money is on its way back: it waits for the end of that. */
  refunding: boolean;
}

/** What was sold ahead is delivered by its file, whoever delivers the next one. */
const isReady = sql`((file.auto or owed.waits_for = 'release') and file.state <> 'broken')`;

/** In the sequence of the items. `opening`: of an order that is paid now, in the same statement (`openGrants`). */
export async function readLinkedItems(
  tx: Tx,
  orderId: string,
  opening?: RawBuilder<unknown>,
): Promise<LinkedItem[]> {
  const { rows } = await sql<LinkedItem>`${opening ?? sql``}
    select owed.*, item.price_cents, item.discount_cents, coalesce(file.updating and not keys.are_sold, false) as updating,
      (${isReady} and product.download_url is null and not keys.are_sold and ${isWithheld}) is true as withheld,
      ${isRefunding('item')} as refunding,
      coalesce(product.download_url, case when ${isReady} then file.link end) as ready_link,
      case when product.download_url is null and ${isReady} then file.file_id end as ready_file_id,
      key.id as ready_key_id, keys.are_sold as sells_keys
    from ${opening ? sql`opened` : sql`grants`} owed
      join order_items item on item.id = owed.item_id
      left join products product on product.sku = owed.sku
        and product.is_active
      left join skin_files file on file.sku = owed.sku
      left join stock_keys key on key.item_id = owed.item_id and key.sku = owed.sku
      cross join lateral (select exists (select from stock_keys any_key where any_key.sku = owed.sku) as are_sold) keys
    where owed.order_id = ${orderId}
    order by item.position
  `.execute(tx);
  return rows;
}

/** It is a product of keys, and its sale has none yet. */
export const wantsKey = (item: Pick<LinkedItem, 'state' | 'sells_keys' | 'ready_key_id'>): boolean =>
  item.sells_keys && item.ready_key_id === null && item.state !== 'revoked';

/** null: a person has to fill it. */
export function readyContent(item: LinkedItem): SoldContent | null {
  const { ready_link: link, ready_file_id: fileId, ready_key_id: keyId } = item;
  if (keyId) return { keyId };
  if (item.sells_keys) return null;
  if (link) return { link };
  return fileId ? { fileId } : null;
}
