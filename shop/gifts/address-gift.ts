import type { GiftRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { deriveToken, digestToken } from '#shop/secrets/derive-token.ts';

/**
 * The address of an offered gift, for its mail alone. After a change of AUTH_SECRET a mail that still waits gets a new
 * one, in place of the old.
 */
export async function addressGift(ctx: ShopContext, gift: GiftRow): Promise<string | null> {
  if (gift.nonce === null) return null;
  const token = deriveToken(ctx.settings.sealingKey, 'gift', gift.id, gift.nonce);
  const digest = digestToken(token);
  if (digest !== gift.token_digest) {
    await ctx.db
      .updateTable('gifts')
      .set({ token_digest: digest })
      .where('id', '=', gift.id)
      // Not over the address of a correction that came meanwhile.
      .where('nonce', '=', gift.nonce)
      .execute();
  }
  return `${ctx.settings.appUrl}/presente/${token}`;
}
