import { sql } from 'kysely';
import type { OutwardContext } from '#shop/context.ts';
import { tell } from '#shop/events/tell.ts';

const DAY_MS = 24 * 3600_000;
const PEOPLE_AT_ONCE = 100;
/** Three days after the first download of a skin its owner is asked. */
const ASKED_AFTER_MS = 3 * DAY_MS;
/** What the same person downloaded up to a day later is asked for in the same mail. */
const TOGETHER_MS = DAY_MS;
/** Who could not be asked by then, because the shop stood still, is not asked at all. */
const FORGOTTEN_AFTER_MS = 10 * DAY_MS;

/**
 * Asks the owners of downloaded skins for a review, once for each skin: whose address is confirmed, and whose
 * order is neither given back nor disputed. A skin whose file does not work, or that has no page, waits. The rows that
 * say who was asked are unique and are written in the transaction that asks for the mail, so no crash and no second
 * process makes two.
 */
export async function askForReviews(ctx: OutwardContext): Promise<void> {
  if (!ctx.catalog.ready()) return;
  const skus = ctx.catalog.current().skins.map(({ sku }) => sku);
  while ((await askSome(ctx, skus)) === PEOPLE_AT_ONCE);
}

/** @returns how many people are asked. */
async function askSome(ctx: OutwardContext, skus: readonly string[]): Promise<number> {
  const now = ctx.now();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  return ctx.transaction(async (tx) => {
    const { rows } = await sql<{ user_id: string }>`
      with downloaded as (
        select entry.user_id, entry.sku, min(record.at) as at
        from delivery_records record
        join grants item on item.item_id = record.order_item_id and item.state = 'delivered'
        join orders on orders.id = item.order_id
        join users on users.id = record.user_id and users.email_verified
        join user_collection entry on entry.user_id = record.user_id and entry.sku = item.sku
        where record.kind = 'downloaded' and entry.sku = any(${skus}::text[])
          and record.at > ${ago(FORGOTTEN_AFTER_MS)} and record.at <= ${ago(ASKED_AFTER_MS - TOGETHER_MS)}
          and not exists (select from disputes where disputes.order_id = orders.id)
          and not exists (select from refunds
            where refunds.order_id = orders.id and refunds.status <> 'dismissed')
          and not exists (select from withdrawals where withdrawals.order_id = orders.id)
          and not exists (select from skin_files file where file.sku = item.sku and file.state <> 'ok')
          and not exists (select from reviews where reviews.user_id = entry.user_id and reviews.sku = entry.sku)
          and not exists (select from review_requests asked
            where asked.user_id = entry.user_id and asked.sku = entry.sku)
        group by entry.user_id, entry.sku
      ), people as (
        select user_id from downloaded group by user_id
        having min(at) <= ${ago(ASKED_AFTER_MS)}
        order by min(at), user_id limit ${PEOPLE_AT_ONCE}
      ), asked as (
        insert into review_requests (user_id, sku, asked_at)
        select user_id, sku, ${now}::timestamptz
        from downloaded join people using (user_id)
        on conflict do nothing
        returning user_id
      )
      select distinct user_id from asked
    `.execute(tx);
    const asked = rows.map(
      ({ user_id }) => ({ name: 'review.wanted', userId: user_id, askedAt: now }) as const,
    );
    await tell(ctx, tx, ...asked);
    return rows.length;
  });
}
