import { createHash } from 'node:crypto';
import type { Evidence } from './evidence.ts';

/** The one who owns what was bought; null: nobody does. */
export function ownerOf(
  order: { id: string; user_id: string | null },
  { gifts }: Evidence['books'],
): string | null {
  const gift = gifts.find(({ order_id }) => order_id === order.id);
  return gift ? gift.owner_id : order.user_id;
}

/** A paid gift reaches its receiver, and exactly one person owns it, who is the one that was told so. */
export function judgeGifts({ books, testimony, customers }: Evidence): string[] {
  const wrong: string[] = [];
  for (const gift of books.gifts) {
    const name = `the gift of order ${gift.order_id}`;
    const status = books.orders.find(({ id }) => id === gift.order_id)?.status;
    const isPaid = status === 'pending' || status === 'completed';
    const owners = books.collection.filter(({ order_id }) => order_id === gift.order_id);
    const told = new Set(
      testimony.gifts
        .filter(({ token }) => digest(token) === gift.token_digest)
        .map(({ customer }) => customer),
    );
    if (owners.length > 1) wrong.push(`DUPLICATE: ${owners.length} people own ${name}`);
    if (told.size > 1) wrong.push(`DUPLICATE: ${told.size} people were told that ${name} is theirs`);
    if (!isPaid && owners.length > 0) wrong.push(`UNPAID: ${name} (${status}) is owned`);
    if (isPaid && told.size === 0) wrong.push(`LOST: ${name} is paid, and nobody could open it`);
    for (const customer of told) {
      const id = customers[customer]?.userId;
      if (gift.owner_id !== id || owners[0]?.user_id !== id)
        wrong.push(`LOST: customer ${customer} was told that ${name} is theirs, and it is not`);
    }
  }
  return wrong;
}

const digest = (token: string) => createHash('sha256').update(token).digest('hex');
