import { sql } from 'kysely';
import { skinKey } from '#shop/catalog/sku.ts';
import type { Executor } from '#db/client.server.ts';
import { FIRST_VALUES } from '#shop/settings/setting-table.ts';
import { toReais } from '#shop/text/reais.ts';
import { isSold } from './read-orders.ts';

/** One for each skin that was sold or has a file, and what staff put up for sale besides. */
export async function readProducts(db: Executor) {
  const { rows } = await sql<{
    sku: string | null;
    name: string;
    group: string | null;
    cents: number;
    description: string | null;
    image_url: string | null;
    download_url: string | null;
    stock: number;
    active: boolean;
  }>`
    with sold as (
      select sku, max(skin_name) as name, max(champion_name) as group_name from (
        select sku, skin_name, champion_name from order_items join orders on orders.id = order_id where ${isSold}
        union all select sku, skin_name, champion_name from grants
      ) as each_item group by sku
    ), skus as (
      select sku from sold union select sku from skin_files union select sku from products where sku is not null
    )
    select skus.sku, coalesce(product.name, skin.name, sold.name, skus.sku) as name,
      coalesce(product.champion, champion.name, sold.group_name) as "group",
      coalesce(product.price_cents, skin.price_cents, (select (value #>> '{}')::int from settings where key = 'flatPriceCents'),
        ${FIRST_VALUES.flatPriceCents}::int) as cents,
      product.description, product.image_url, product.download_url, coalesce(product.stock, 0) as stock,
      coalesce(product.is_active, true) as active
    from skus
      left join products product on product.sku = skus.sku
      left join skins skin on skin.sku = skus.sku
      left join champions champion on champion.id = skin.champion_id
      left join sold on sold.sku = skus.sku
    union all
    select null, name, champion, price_cents, description, image_url, download_url, stock, is_active
    from products where sku is null`.execute(db);
  const key = (row: (typeof rows)[number]) => `${row.sku ?? '~'} ${row.name}`;
  return rows
    .toSorted((one, other) => (key(one) < key(other) ? -1 : 1))
    .map(({ cents, ...row }) => ({
      record: { ...row, price: toReais(cents) },
      cells: {
        Handle: row.sku === null ? row.name : skinKey(row.sku).replaceAll(':', '-'),
        Title: row.name,
        'Body (HTML)': row.description,
        Vendor: row.group,
        Type: row.group,
        Published: row.active ? 'true' : 'false',
        'Option1 Name': 'Title',
        'Option1 Value': 'Default Title',
        'Variant SKU': row.sku,
        'Variant Inventory Qty': row.stock,
        'Variant Inventory Policy': 'continue',
        'Variant Fulfillment Service': 'manual',
        'Variant Price': toReais(cents).toFixed(2),
        'Variant Requires Shipping': 'false',
        'Variant Taxable': 'false',
        'Image Src': row.image_url,
        Status: row.active ? 'active' : 'draft',
      },
    }));
}
