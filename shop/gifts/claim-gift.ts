import { z } from 'zod';
import type { Tx } from '#db/client.server.ts';
import type { OrderRow, OrderStatus } from '#db/schema.ts';
import type { Skin } from '#shop/catalog/catalog.ts';
import { ownedSkinNames } from '#shop/collection/owned-skins.ts';
import type { OutwardContext } from '#shop/context.ts';
import { skinPair } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { deliverLinkedProducts } from '#shop/delivery/deliver-linked-products.ts';
import { returnKey, takeKeys } from '#shop/delivery/keys/take-keys.ts';
import { readLinkedItems, wantsKey } from '#shop/delivery/read-linked-items.ts';
import { tell } from '#shop/events/tell.ts';
import { moveGift } from '#shop/states/gift-status.ts';
import { giveGrant } from '#shop/states/grant-state.ts';
import { isGoingBack, refuseDelivery } from '#shop/states/why-waits.ts';
import { requireMove } from '#shop/states/require-move.ts';
import { digestToken } from '#shop/secrets/derive-token.ts';
import { exchangeSkin } from './exchange-skin.ts';
import { lockGift, type LockedGift } from './lock-gift.ts';

type ClaimGiftResult =
  | { ok: true; entryId: string }
  /** `expired`: nobody may claim it any more. `going_back`: not now. `claimed`: somebody else did. */
  | { ok: false; reason: 'not_found' | 'already_owned' | 'claimed' | 'expired' | 'going_back' }
  /** About the other skin: it is not sold, costs more, is owned too, or the gift's own is not owned. */
  | { ok: false; reason: 'unavailable' | 'too_expensive' | 'instead_owned' | 'not_owned' };

/**
 * Whoever holds the address of a gift and is signed in becomes the owner of its skin, once: the order's row
 * is locked, its grant names one owner, and a collection shows a skin once. The same person asked again gets the same
 * answer. Who owns the skin already may take another one of at most its price.
 */
export const claimGift = operation(
  {
    id: 'gifts.claim',
    who: 'customer',
    input: z.object({ token: z.string(), instead: skinPair.nullish() }),
    output: z
      .object({ ok: z.literal(true), entryId: z.string() })
      .transform(({ entryId: collectionId }) => ({ collectionId })),
    refusals: {
      not_found: 404,
      claimed: 409,
      expired: 409,
      going_back: [409, 'expired'],
      already_owned: 409,
      not_owned: 422,
      instead_owned: 422,
      unavailable: 422,
      too_expensive: 422,
    },
    limit: 'claim-gift',
  },
  async (ctx, claim): Promise<ClaimGiftResult> => {
    const digest = digestToken(claim.token);
    if (digest === null) return { ok: false, reason: 'not_found' };
    return ctx
      .transaction(async (tx): Promise<ClaimGiftResult> => {
        const locked = await lockGift(tx, { token_digest: digest });
        if (!locked) return { ok: false, reason: 'not_found' };
        const refusal = await refuseClaim(ctx, tx, locked, claim.userId);
        if (refusal) return refusal;
        const { order, item } = locked;
        let { grant } = locked;
        if (!grant) return { ok: false, reason: 'expired' };

        const owns = async (sku: string) => (await ownedSkinNames(tx, claim.userId, [sku])).length > 0;
        const isOwned = await owns(grant.sku);
        if (isOwned && !claim.instead) return { ok: false, reason: 'already_owned' };
        let other: Skin | null = null;
        if (claim.instead) {
          if (!isOwned) return { ok: false, reason: 'not_owned' };
          const catalog = ctx.catalog.current();
          other = catalog.findSkin(claim.instead);
          // What is sold ahead has a day, after which money goes back, and nobody paid for this one.
          if (!other?.available || catalog.aheadUntil(claim.instead) !== null)
            return { ok: false, reason: 'unavailable' };
          const most = (await isCouponOfOther(tx, order, other)) ? order.total_cents : item.price_cents;
          if (other.priceCents > most) return { ok: false, reason: 'too_expensive' };
          if (await owns(claim.instead)) return { ok: false, reason: 'instead_owned' };
          // Nobody has seen the key of the first one.
          await returnKey(ctx, tx, grant.item_id);
          grant = await exchangeSkin(ctx, tx, order, grant, other);
        }
        const now = ctx.now();
        await requireMove(moveGift(tx, order.id, 'claimed', { ended_at: now }), `Gift of order ${order.id}`);
        if (!(await giveGrant(tx, grant, claim.userId, now))) throw new GiftOwnedMeanwhile();
        const status = other ? await deliverExchanged(ctx, tx, order) : order.status;
        await tell(
          ctx,
          tx,
          { name: 'order.changed', order: { ...order, status } },
          { name: 'gift.claimed', orderId: order.id },
        );
        ctx.log.info('gift.claimed', { orderId: order.id, exchanged: other !== null });
        return { ok: true, entryId: grant.id };
      })
      .catch((error: unknown): ClaimGiftResult => {
        // Only a purchase of the same skin that is paid in this very moment: nothing is written, and the next try says so.
        const { constraint } = error as { constraint?: string };
        if (error instanceof SoldOutMeanwhile) return { ok: false, reason: 'unavailable' };
        if (error instanceof GiftOwnedMeanwhile || constraint === 'grants_shown')
          return { ok: false, reason: 'already_owned' };
        throw error;
      });
  },
);

/** A coupon of one champion lowers no skin of another one: that is worth what was paid. */
async function isCouponOfOther(tx: Tx, { coupon_code: code }: OrderRow, other: Skin): Promise<boolean> {
  const coupons = tx.selectFrom('coupons').select('champion_id');
  const coupon = code === null ? undefined : await coupons.where('code', '=', code).executeTakeFirst();
  return Boolean(coupon?.champion_id) && coupon?.champion_id !== other.championId;
}

class GiftOwnedMeanwhile extends Error {}
/** Nothing is written, and the next try names another skin. */
class SoldOutMeanwhile extends Error {}

/** The other skin is delivered as at a payment: by itself if its file or a key is there, else by staff. */
async function deliverExchanged(ctx: OutwardContext, tx: Tx, order: OrderRow): Promise<OrderStatus> {
  const sales = (await readLinkedItems(tx, order.id)).filter(wantsKey);
  if ((await takeKeys(ctx, tx, sales)).length > 0) throw new SoldOutMeanwhile();
  const refusal = await refuseDelivery(tx, { id: order.id, status: 'pending' });
  return refusal ? 'pending' : deliverLinkedProducts(ctx, tx, order, await readLinkedItems(tx, order.id));
}

/** The answer of a gift that this person cannot claim now; null: it can be claimed. */
async function refuseClaim(
  ctx: OutwardContext,
  tx: Tx,
  { gift, order, grant }: LockedGift,
  userId: string,
): Promise<ClaimGiftResult | null> {
  if (gift.status === 'claimed' && grant?.owner_id === userId && grant.is_shown)
    return { ok: true, entryId: grant.id };
  if (gift.status === 'claimed') return { ok: false, reason: 'claimed' };
  if (
    gift.status !== 'offered' ||
    !gift.expires_at ||
    gift.expires_at <= ctx.now() ||
    grant?.state === 'revoked'
  )
    return { ok: false, reason: 'expired' };
  return (await isGoingBack(tx, order.id)) ? { ok: false, reason: 'going_back' } : null;
}
