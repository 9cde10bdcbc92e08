import { KEY_TEXT } from '../world/shop-template.ts';
import type { Evidence } from './evidence.ts';
import type { Books } from './read-books.ts';

/** Somebody else took the last key, so its money goes back. */
export const isSoldOut = ({ id, kept }: Books['items'][number], { refunds }: Books): boolean =>
  !kept && refunds.some(({ reason, item_ids }) => reason === 'sold_out' && item_ids?.includes(id));

/** Each key is one sale's, each sale of them that stands has one, and nobody reads it but on the owner's page. */
export function judgeKeys({ books, mails }: Evidence): string[] {
  const wrong: string[] = [];
  const { keys, items } = books;
  for (const [key, sales] of Map.groupBy(items, ({ key_id }) => key_id)) {
    if (key === null) continue;
    if (sales.length > 1) wrong.push(`DUPLICATE: key ${key} was sold ${sales.length} times`);
    const row = keys.find(({ id }) => id === key);
    if (row?.taken_at === null) wrong.push(`DUPLICATE: key ${key} was sold, and is still in stock`);
    if (row && row.item_id !== sales[0]?.id) wrong.push(`key ${key} is said to be of another sale`);
  }
  for (const { id, taken_at, item_id } of keys.filter((key) => key.taken_at !== null)) {
    // A drill may judge without the order that took it.
    const sale = items.find((item) => item.id === item_id);
    if (item_id === null || (sale && sale.key_id !== id))
      wrong.push(`LOST: key ${id} left the stock at ${taken_at}, and nobody has it`);
  }
  for (const order of books.orders.filter(({ status }) => status === 'pending' || status === 'completed')) {
    for (const item of items.filter(({ order_id, kept }) => order_id === order.id && kept)) {
      if (keys.some(({ sku }) => sku === item.sku) && item.key_id === null)
        wrong.push(`LOST: item ${item.id} of order ${order.id} is paid, and has no key`);
    }
  }
  for (const item of items.filter((each) => isSoldOut(each, books))) {
    if (keys.some(({ sku, taken_at }) => sku === item.sku && taken_at === null))
      wrong.push(`item ${item.id} is refunded as sold out, and a key of it is left`);
  }
  if (mails.some(({ text }) => text.includes(KEY_TEXT))) wrong.push('a mail says a key');
  return wrong;
}
