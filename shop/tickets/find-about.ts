import type { ShopContext } from '#shop/context.ts';
import { id } from '#shop/fields.ts';

/** What a person says that the message is about. */
export interface AskedAbout {
  orderId?: string | null | undefined;
  sku?: string | null | undefined;
}

export interface About {
  orderId: string | null;
  sku: string | null;
  skinName: string | null;
  championName: string | null;
  /** Of the skin's file: what the person downloaded last, or else what there is now. */
  fileVersion: number | null;
}

export type FindAboutResult =
  | { ok: true; about: About }
  | { ok: false; reason: 'unknown_order' | 'unknown_skin' };

/** Another person's order is as unknown as one that there is not; a skin of an order has to be in it. */
export async function findAbout(
  ctx: ShopContext,
  userId: string,
  { orderId, sku }: AskedAbout,
): Promise<FindAboutResult> {
  const order = orderId == null ? null : await findOrder(ctx, userId, orderId);
  if (order === undefined) return { ok: false, reason: 'unknown_order' };
  if (sku == null) {
    const nothing = { sku: null, skinName: null, championName: null, fileVersion: null };
    return { ok: true, about: { orderId: order?.id ?? null, ...nothing } };
  }
  const owned = await findOwned(ctx, userId, sku);
  const item = order ? await findItem(ctx, order.id, sku) : null;
  if (order && !item) return { ok: false, reason: 'unknown_skin' };
  const offered = ctx.catalog.current().findSkin(sku);
  if (!owned && !item && !offered) return { ok: false, reason: 'unknown_skin' };
  return {
    ok: true,
    about: {
      orderId: order?.id ?? owned?.order_id ?? null,
      sku,
      skinName: item?.skin_name ?? owned?.skin_name ?? offered?.name ?? null,
      championName: item?.champion_name ?? owned?.champion_name ?? offered?.championName ?? null,
      fileVersion: owned?.downloaded_version ?? owned?.version ?? null,
    },
  };
}

async function findOrder(ctx: ShopContext, userId: string, typed: string) {
  const orderId = id().safeParse(typed).data;
  if (orderId === undefined) return undefined;
  return ctx.db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

async function findItem(ctx: ShopContext, orderId: string, sku: string) {
  return ctx.db
    .selectFrom('order_items')
    .select(['skin_name', 'champion_name'])
    .where('order_id', '=', orderId)
    .where('sku', '=', sku)
    .executeTakeFirst();
}

async function findOwned(ctx: ShopContext, userId: string, sku: string) {
  return (
    ctx.db
      .selectFrom('user_collection as entry')
      .leftJoin('skin_files as file', 'file.sku', 'entry.sku')
      // The order of a gift is its buyer's, and no page of the receiver names it.
      .leftJoin('orders as bought', (join) =>
        join.onRef('bought.id', '=', 'entry.order_id').onRef('bought.user_id', '=', 'entry.user_id'),
      )
      .select([
        'bought.id as order_id',
        'entry.skin_name',
        'entry.champion_name',
        'entry.downloaded_version',
        'file.version',
      ])
      .where('entry.user_id', '=', userId)
      .where('entry.sku', '=', sku)
      .executeTakeFirst()
  );
}
