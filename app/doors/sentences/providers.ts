import type { pauseProvider } from '#shop/payments/providers/arrange-providers.ts';
import type { Sentences } from './sentences.ts';

export const PROVIDER_REFUSALS = {
  not_found: 'A loja não vende mais por este provedor.',
  last_one: 'Este é o único que está vendendo. Antes de parar este, volte a vender por outro.',
} satisfies Sentences<typeof pauseProvider>;
