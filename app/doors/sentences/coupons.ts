import type { createCoupon, updateCoupon } from '#shop/pricing/save-coupon.ts';
import type { Sentences } from './sentences.ts';

export const COUPON_REFUSALS = {
  code_taken: 'Já existe um cupom com este código.',
  not_found: 'Cupom não encontrado.',
} satisfies Sentences<typeof createCoupon> & Sentences<typeof updateCoupon>;
