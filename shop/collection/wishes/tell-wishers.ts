import { sql } from 'kysely';
import type { OutwardContext } from '#shop/context.ts';
import { tell } from '#shop/events/tell.ts';
import { isWithheld } from '#shop/states/why-waits.ts';

const PEOPLE_AT_ONCE = 100;
/** Whoever wishes for many skins gets one mail for all that come meanwhile. */
const TOGETHER_MS = 2 * 3600_000;

/**
 * 'Avise-me': the file or a key of a skin has come, and whoever wished for it before is told once, by the mail of a
 * confirmed address; not while its product is off sale. What has had keys is sold by keys alone, so only a free one is news
 * of it. The wish is marked in the transaction that asks for the mail, so no crash and no second process makes two.
 */
export async function tellWishers(ctx: OutwardContext): Promise<void> {
  while ((await tellSome(ctx)) === PEOPLE_AT_ONCE);
}

/** @returns how many people are told. */
async function tellSome(ctx: OutwardContext): Promise<number> {
  const now = ctx.now();
  return ctx.transaction(async (tx) => {
    const { rows } = await sql<{ user_id: string }>`
      with come as (
        select wish.id, wish.user_id from wishes wish
        join users on users.id = wish.user_id and users.email_verified
        where wish.awaits_file
          and (exists (select from stock_keys free where free.sku = wish.sku and free.taken_at is null)
            or not exists (select from stock_keys sold where sold.sku = wish.sku)
            and (exists (select from skin_files file
                where file.sku = wish.sku and file.state <> 'broken' and not file.updating and not ${isWithheld})
              or exists (select from products product
                where product.sku = wish.sku and product.is_active and product.download_url is not null)))
          and not exists (select from products off where off.sku = wish.sku and not off.is_active)
          and not exists (select from user_collection entry
            where entry.user_id = wish.user_id and entry.sku = wish.sku)
          and not exists (select from wishes told
            where told.user_id = wish.user_id and told.told_at > ${new Date(now.getTime() - TOGETHER_MS)})
        order by wish.user_id limit 1000
        for update of wish skip locked
      ), people as (select distinct user_id from come order by user_id limit ${PEOPLE_AT_ONCE}),
      told as (
        update wishes set awaits_file = false, told_at = ${now}::timestamptz
        from come join people using (user_id) where wishes.id = come.id
        returning wishes.user_id
      )
      select distinct user_id from told
    `.execute(tx);
    await tell(
      ctx,
      tx,
      ...rows.map(({ user_id }) => ({ name: 'skins.arrived' as const, userId: user_id, toldAt: now })),
    );
    return rows.length;
  });
}
