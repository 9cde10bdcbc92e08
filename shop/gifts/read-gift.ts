import type { GiftStatus } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { publicFirstName } from '#shop/text/public-first-name.ts';
import { digestToken } from '#shop/secrets/derive-token.ts';
import { isGoingBack } from '#shop/states/why-waits.ts';

/** What whoever holds the address of a gift may know: the skin, the message and a first name. */
export interface GiftView {
  /** `going_back`: not while its money may go back. `expired`: nobody may claim it any more, for whatever reason. */
  state: 'offered' | 'going_back' | 'claimed' | 'expired';
  /** Given at checkout; null: the buyer is forgotten. */
  buyerFirstName: string | null;
  message: string | null;
  sku: string;
  skinName: string;
  championName: string;
  splashPath: string;
  /** What another skin may cost at most, for a receiver who owns this one. */
  priceCents: number;
  expiresAt: Date | null;
  /** null: nobody. */
  ownerId: string | null;
}

const STATES: Record<Exclude<GiftStatus, 'offered'>, GiftView['state']> = {
  unpaid: 'expired',
  claimed: 'claimed',
  kept: 'expired',
  withdrawn: 'expired',
};

export async function readGift(ctx: ShopContext, token: string): Promise<GiftView | null> {
  const digest = digestToken(token);
  if (digest === null) return null;
  const row = await ctx.db
    .selectFrom('gifts as gift')
    .innerJoin('orders', 'orders.id', 'gift.order_id')
    .innerJoin('owed_items as item', 'item.order_id', 'orders.id')
    .select(['gift.status', 'gift.message', 'gift.expires_at', 'item.owner_id'])
    .select(['orders.id as order_id', 'orders.customer_name', 'orders.user_id', 'item.sku', 'item.skin_name'])
    .select(['item.champion_name', 'item.splash_art_url', 'item.price_cents'])
    .where('gift.token_digest', '=', digest)
    .executeTakeFirst();
  if (!row) return null;
  return {
    state: row.status === 'offered' ? await stateOfOffered(ctx, row) : STATES[row.status],
    buyerFirstName: row.user_id === null ? null : publicFirstName(row.customer_name, ctx.settings.brandName),
    message: row.message,
    sku: row.sku,
    skinName: row.skin_name,
    championName: row.champion_name,
    splashPath: row.splash_art_url,
    priceCents: row.price_cents,
    expiresAt: row.expires_at,
    ownerId: row.owner_id,
  };
}

async function stateOfOffered(
  ctx: ShopContext,
  gift: { order_id: string; expires_at: Date | null },
): Promise<GiftView['state']> {
  if (gift.expires_at !== null && gift.expires_at <= ctx.now()) return 'expired';
  return (await isGoingBack(ctx.db, gift.order_id)) ? 'going_back' : 'offered';
}
