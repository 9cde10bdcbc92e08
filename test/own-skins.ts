import { randomUUID } from 'node:crypto';
import { addressOf } from '#shop/catalog/sku.ts';
import type { ShopContext } from '#shop/context.ts';

export interface OwnedSkin {
  sku: string;
  skin_name?: string;
  champion_name?: string;
  splash_art_url?: string;
  added_at?: Date;
}

/**
 * What a person is owed through an order of its own, whose files nobody has sent.
 * @returns the entries of the collection.
 */
export async function ownSkins(ctx: ShopContext, userId: string, skins: OwnedSkin[]): Promise<string[]> {
  const [orderId, now] = [randomUUID(), ctx.now()];
  const named = skins.map((skin, position) => ({
    id: randomUUID(),
    position,
    skin: {
      sku: skin.sku,
      skin_name: skin.skin_name ?? addressOf(skin.sku).join(' '),
      champion_name: skin.champion_name ?? addressOf(skin.sku)[0],
      splash_art_url: skin.splash_art_url ?? '/img/x',
    },
    added_at: skin.added_at ?? now,
  }));
  await ctx.db
    .insertInto('orders')
    .values({
      id: orderId,
      user_id: userId,
      status: 'completed',
      customer_name: 'Bruna Teste',
      customer_email: 'bruna@exemplo.com',
      customer_cellphone: '',
      customer_tax_id_sealed: '',
      total_cents: 1500 * skins.length,
      description: 'Skins',
      fingerprint: orderId,
      idempotency_key: null,
      attention: null,
      created_at: now,
      paid_at: now,
      completed_at: now,
      cancelled_at: null,
      download_link_sent_at: null,
    })
    .execute();
  await ctx.db
    .insertInto('order_items')
    .values(
      named.map(({ id, position, skin }) => ({
        id,
        order_id: orderId,
        position,
        ...skin,
        price_cents: 1500,
        placed_at: now,
      })),
    )
    .execute();
  const grants = await ctx.db
    .insertInto('grants')
    .values(
      named.map(({ id, skin, added_at }) => ({
        item_id: id,
        order_id: orderId,
        owner_id: userId,
        is_shown: true,
        state: 'waiting' as const,
        waits_for: 'staff' as const,
        ...skin,
        added_at,
      })),
    )
    .returning('id')
    .execute();
  return grants.map(({ id }) => id);
}
