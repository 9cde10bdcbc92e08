import { z } from 'zod';
import type { Tx } from '#db/client.server.ts';
import type { OrderRow, OrderStatus } from '#db/schema.ts';
import type { Skin } from '#shop/catalog/catalog.ts';
import { ownedSkinNames } from '#shop/collection/owned-skins.ts';
import type { OutwardContext } from '#shop/context.ts';
import { skinPair } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { deliverLinkedProducts } from '#shop/delivery/deliver-linked-products.ts';
import { readLinkedItems } from '#shop/delivery/read-linked-items.ts';
import { refuseDelivery } from '#shop/delivery/refuse-delivery.ts';
import { tell } from '#shop/events/tell.ts';
import { moveGift } from '#shop/states/gift-status.ts';
import { requireMove } from '#shop/states/require-move.ts';
import { digestToken } from '#shop/secrets/derive-token.ts';
import { exchangeSkin } from './exchange-skin.ts';
import { giveSkin } from './give-skin.ts';
import { isGoingBack } from './is-going-back.ts';
import { lockGift, type LockedGift } from './lock-gift.ts';

type ClaimGiftResult =
  | { ok: true; entryId: string }
  /** `expired`: nobody may claim it any more. `going_back`: not now. `claimed`: somebody else did. */
  | { ok: false; reason: 'not_found' | 'already_owned' | 'claimed' | 'expired' | 'going_back' }
  /** About the other skin: it is not sold, costs more, is owned too, or the gift's own is not owned. */
  | { ok: false; reason: 'unavailable' | 'too_expensive' | 'instead_owned' | 'not_owned' };

/**
 * Whoever holds the address of a gift and is signed in becomes the owner of its skin, once: the order's row
 * is locked, `owner_id` names one person, and a collection has a skin once. The same person asked again gets the same
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
        const { order } = locked;
        let { item } = locked;

        const owns = async (skin: { championId: string; skinNum: number }) =>
          (await ownedSkinNames(tx, claim.userId, [skin])).length > 0;
        const isOwned = await owns({ championId: item.champion_id, skinNum: item.skin_num });
        if (isOwned && !claim.instead) return { ok: false, reason: 'already_owned' };
        let other: Skin | null = null;
        if (claim.instead) {
          if (!isOwned) return { ok: false, reason: 'not_owned' };
          const { championId, skinNum } = claim.instead;
          other = ctx.catalog.current().findSkin(championId, skinNum);
          if (!other?.available) return { ok: false, reason: 'unavailable' };
          if (other.priceCents > item.price_cents) return { ok: false, reason: 'too_expensive' };
          if (await owns(claim.instead)) return { ok: false, reason: 'instead_owned' };
          item = await exchangeSkin(ctx, tx, order, item, other);
        }
        const claimed = { owner_id: claim.userId, ended_at: ctx.now() };
        await requireMove(moveGift(tx, order.id, 'claimed', claimed), `Gift of order ${order.id}`);
        const entryId = await giveSkin(ctx, tx, order, item, claim.userId);
        // Only a purchase of the same skin that is paid in this very moment: nothing is written, and the next try says so.
        if (entryId === null) throw new GiftOwnedMeanwhile();
        const status = other ? await deliverExchanged(ctx, tx, order) : order.status;
        await tell(ctx, tx, { name: 'order.changed', order: { ...order, status } });
        ctx.log.info('gift.claimed', { orderId: order.id, exchanged: other !== null });
        return { ok: true, entryId };
      })
      .catch((error: unknown): ClaimGiftResult => {
        if (error instanceof GiftOwnedMeanwhile) return { ok: false, reason: 'already_owned' };
        throw error;
      });
  },
);

class GiftOwnedMeanwhile extends Error {}

/** The other skin is delivered as at a payment: by itself if its file is there, else by staff. */
async function deliverExchanged(ctx: OutwardContext, tx: Tx, order: OrderRow): Promise<OrderStatus> {
  const refusal = await refuseDelivery(tx, { id: order.id, status: 'pending' });
  return refusal ? 'pending' : deliverLinkedProducts(ctx, tx, order, await readLinkedItems(tx, order.id));
}

/** The answer of a gift that this person cannot claim now; null: it can be claimed. */
async function refuseClaim(
  ctx: OutwardContext,
  tx: Tx,
  { gift, order, item }: LockedGift,
  userId: string,
): Promise<ClaimGiftResult | null> {
  if (gift.status === 'claimed' && gift.owner_id === userId) {
    const entry = await tx
      .selectFrom('user_collection')
      .select('id')
      .where('user_id', '=', userId)
      .where('order_id', '=', order.id)
      .executeTakeFirst();
    if (entry) return { ok: true, entryId: entry.id };
  }
  if (gift.status === 'claimed') return { ok: false, reason: 'claimed' };
  if (gift.status !== 'offered' || !gift.expires_at || gift.expires_at <= ctx.now() || !item.kept)
    return { ok: false, reason: 'expired' };
  return (await isGoingBack(tx, order.id)) ? { ok: false, reason: 'going_back' } : null;
}
