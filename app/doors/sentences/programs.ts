import type { createKey, endKey } from '#shop/programs/change-keys.ts';
import type { Sentences } from './sentences.ts';

export const KEY_REFUSALS = {
  over: { at: 'expiresAt', says: 'Escolha uma data que ainda não passou.' },
  too_many: 'Há chaves demais. Encerre uma que não é usada.',
  not_found: 'Esta chave já foi encerrada.',
} satisfies Sentences<typeof createKey> & Sentences<typeof endKey>;
