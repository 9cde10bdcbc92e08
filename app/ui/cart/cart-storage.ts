import { readSkinKey } from '#shop/catalog/sku.ts';
import { toCents, toReais } from '#shop/text/reais.ts';

export interface CartItem {
  /** `Ahri_3`: the two parts of its address (shop/catalog/sku.ts). */
  id: string;
  skinName: string;
  championName: string;
  /** The second part of its address; a number in the static-data source. */
  skinNum: number | string;
  championId: string;
  /** Shown while the server is asked, and never charged. */
  priceCents: number;
  splashArt: string;
}

export function skuOf({ id }: Pick<CartItem, 'id'>): string {
  const sku = readSkinKey(id);
  if (sku === null) throw new TypeError(`'${id}' is no line of a cart`);
  return sku;
}

/** As kept in local storage: the price is in reais. */
type StoredItem = Omit<CartItem, 'priceCents'> & { price: number };

/** The cart's key carries the product's name, so that two shops on one origin keep theirs apart. */
export function cartKey(brandName: string): string {
  const slug = brandName
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return slug ? `${slug}-cart` : 'cart';
}

/** @throws when the text is no cart: anyone may edit local storage, and an older release may have written it. */
export function parseCart(text: string | null): CartItem[] {
  if (text === null) return [];
  const value: unknown = JSON.parse(text);
  if (!Array.isArray(value)) throw new TypeError('the stored cart is not a list');
  const items = new Map<string, CartItem>();
  for (const each of value) {
    if (!isStoredItem(each)) throw new TypeError('the stored cart holds something that is not an item');
    const { price, ...item } = each;
    items.set(item.id, { ...item, priceCents: Math.round(toCents(price)) });
  }
  return [...items.values()];
}

export function writeCart(items: readonly CartItem[]): string {
  const stored = items.map(({ priceCents, ...item }): StoredItem => ({
    ...item,
    price: toReais(priceCents),
  }));
  return JSON.stringify(stored);
}

function isStoredItem(value: unknown): value is StoredItem {
  if (typeof value !== 'object' || value === null) return false;
  const item = value as Record<string, unknown>;
  return (
    typeof item.id === 'string' &&
    readSkinKey(item.id) !== null &&
    item.id === `${String(item.championId)}_${String(item.skinNum)}` &&
    typeof item.skinName === 'string' &&
    typeof item.championName === 'string' &&
    Number.isFinite(item.price) &&
    // Shown as a picture's address: only ever one of ours.
    typeof item.splashArt === 'string' &&
    /^\/img\/[\w.:-]+$/.test(item.splashArt)
  );
}
