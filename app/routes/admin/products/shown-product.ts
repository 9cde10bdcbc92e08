import type { Skin } from '#shop/catalog/catalog.ts';
import type { Product } from '#shop/products/product.ts';

/** A product and the skin it is linked to, as the catalogue has it now. */
export type ShownProduct = Omit<Product, 'createdAt'> & { skin: LinkedSkin | null };

/** What a product's own skin is shown by; one that left the catalogue has no price there. */
type LinkedSkin = Omit<Skin, 'priceCents' | 'championId' | 'num'>;
