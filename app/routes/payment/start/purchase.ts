import { toReais } from '#shop/text/reais.ts';
import type { Gift } from '#shop/gifts/check-gift.ts';
import { skuOf, type CartItem } from '#app/ui/cart/cart-storage.ts';
import { skinKey } from '#shop/catalog/sku.ts';

export interface PurchasedSkin {
  sku: string;
  skinName: string;
  championName: string;
}

/** What a payment is for. `order` resumes one that exists, with its own amount. */
export type Purchase =
  | {
      kind: 'skin';
      skin: PurchasedSkin;
      /** The code that lowers it. */
      coupon?: string | null;
      totalCents: number;
      updatingCount?: number;
      releases?: readonly string[];
      gift?: Gift | null;
    }
  | {
      kind: 'cart';
      items: readonly CartItem[];
      /** The code that lowers them. */
      coupon: string | null;
      totalCents: number;
      updatingCount?: number;
      releases?: readonly string[];
      gift?: Gift | null;
    }
  | { kind: 'free'; totalCents: number; description: string }
  | { kind: 'order'; orderId: string; gift: { email: string | null } | null };

/** Two purchases with the same name are the same attempt. */
export function namePurchase(purchase: Purchase): string {
  switch (purchase.kind) {
    case 'skin':
      return `skin:${skinKey(purchase.skin.sku)}:${purchase.totalCents}:${purchase.coupon ?? ''}${nameGift(purchase)}`;
    case 'cart': {
      const ids = purchase.items.map(({ id }) => id).sort();
      return `cart:${ids.join(',')}:${purchase.totalCents}:${purchase.coupon ?? ''}${nameGift(purchase)}`;
    }
    case 'free':
      return `free:${purchase.totalCents}:${purchase.description}`;
    case 'order':
      return `order:${purchase.orderId}`;
  }
}

const nameGift = ({ gift }: { gift?: Gift | null }) => (gift ? `:gift:${gift.email}` : '');

const EXPIRES_IN_SECONDS = 3600;

/** The purchase in the contract's words. Amounts in reais; the server only compares them with its own. */
export function presentPurchase(purchase: Purchase) {
  switch (purchase.kind) {
    case 'skin': {
      const { skin, totalCents, coupon, gift } = purchase;
      return {
        amount: toReais(totalCents),
        expiresIn: EXPIRES_IN_SECONDS,
        description: skin.skinName,
        skinData: skin,
        ...(coupon ? { coupon } : {}),
        ...(gift ? { gift } : {}),
      };
    }
    case 'cart': {
      const { items, totalCents, coupon, gift } = purchase;
      return {
        amount: toReais(totalCents),
        expiresIn: EXPIRES_IN_SECONDS,
        description: items.length === 1 ? '1 skin' : `${items.length} skins`,
        ...(coupon === null ? {} : { coupon }),
        ...(gift ? { gift } : {}),
        cartItems: items.map((item) => ({
          sku: skuOf(item),
          skinName: item.skinName,
          championName: item.championName,
          price: toReais(item.priceCents),
        })),
      };
    }
    case 'free':
      return {
        amount: toReais(purchase.totalCents),
        expiresIn: EXPIRES_IN_SECONDS,
        description: purchase.description,
      };
    case 'order':
      return { orderId: purchase.orderId, expiresIn: EXPIRES_IN_SECONDS };
  }
}
