import type { savePublicCollection } from '#shop/collection/public/save-public-collection.ts';
import type { addWish, removeWish } from '#shop/collection/wishes/change-wishes.ts';
import type { Sentences } from './sentences.ts';

export const WISH_REFUSALS = {
  not_found: 'Skin não encontrada.',
  already_owned: 'Esta skin já está na sua coleção.',
} satisfies Sentences<typeof addWish> & Sentences<typeof removeWish>;

export const PUBLIC_COLLECTION_REFUSALS = {
  slug_taken: 'Este endereço já é de outra pessoa.',
} satisfies Sentences<typeof savePublicCollection>;
