import { reaisToCents } from '#shop/text/reais-to-cents.ts';
import type { ProductForm } from '#shop/products/check-product.ts';
import type { ShownProduct } from './shown-product.ts';

/** The dialog's fields as they are typed. */
export interface ProductDraft {
  name: string;
  champion: string;
  price: string;
  description: string;
  imageUrl: string;
  downloadUrl: string;
  stock: string;
  isActive: boolean;
  skin: LinkedSkin | null;
}

export interface LinkedSkin {
  championId: string;
  championName: string;
  num: number;
  name: string;
}

export function draftOf(product: ShownProduct | null): ProductDraft {
  return {
    name: product?.name ?? '',
    champion: product?.champion ?? '',
    price: product ? (product.priceCents / 100).toFixed(2) : '',
    description: product?.description ?? '',
    imageUrl: product?.imageUrl ?? '',
    downloadUrl: product?.downloadUrl ?? '',
    stock: String(product?.stock ?? 0),
    isActive: product?.isActive ?? true,
    skin: product?.skin ?? null,
  };
}

/** Price parsed as a decimal, stock as an integer (spec section 5); NaN if it cannot be parsed. */
export function readDraft(draft: ProductDraft): ProductForm {
  const price = draft.price.trim().replace(',', '.');
  const priceCents = price === '' ? null : reaisToCents(Number(price));
  return {
    name: draft.name,
    champion: draft.champion,
    priceCents: priceCents ?? Number.NaN,
    description: draft.description,
    imageUrl: draft.imageUrl,
    downloadUrl: draft.downloadUrl,
    stock: Number(draft.stock),
    isActive: draft.isActive,
    championId: draft.skin?.championId ?? null,
    skinNum: draft.skin?.num ?? null,
  };
}
