import type { addKeys } from '#shop/delivery/keys/add-keys.ts';
import type { releaseKeys } from '#shop/delivery/keys/release-keys.ts';
import type { removeKeys } from '#shop/delivery/keys/remove-keys.ts';
import type { Sentences } from './sentences.ts';

export const STOCK_REFUSALS = {
  unknown_skin: 'O catálogo não tem este produto.',
  no_stock: 'Este produto não tem chaves no estoque.',
  no_keys: ({ fields }) => fields?.keys ?? '',
  none_held: 'Nenhuma chave deste produto espera mais: alguém já as liberou ou retirou.',
} satisfies Sentences<typeof addKeys> & Sentences<typeof removeKeys> & Sentences<typeof releaseKeys>;
