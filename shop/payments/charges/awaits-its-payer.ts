import { sql, type RawBuilder } from 'kysely';

/**
 * For a row of `orders`: it is unpaid, its code can be paid now, and no money has come for it, not even a sum that
 * staff have to look at.
 */
export function awaitsItsPayer(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(
    orders.status = 'awaiting_payment' and orders.attention is null
    and exists (
      select from charges code
      where code.order_id = orders.id and code.status = 'pending' and code.expires_at > ${now})
    and not exists (
      select from charges received where received.order_id = orders.id and received.status in ('held', 'paid')))`;
}
