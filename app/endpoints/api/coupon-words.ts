import type { CouponRefusal } from '#shop/pricing/coupon.ts';

/** Why a code lowers nothing, for the buyer. */
export const COUPON_REFUSALS: Record<CouponRefusal, string> = {
  unknown: 'Não encontramos este cupom. Confira as letras e tente de novo.',
  inactive: 'Este cupom não está mais ativo.',
  not_yet: 'Este cupom ainda não começou a valer.',
  expired: 'Este cupom já venceu.',
  used_up: 'Este cupom já foi usado todas as vezes que podia.',
  per_person: 'Você já usou este cupom todas as vezes que podia.',
  min_total: 'O total destas skins ainda não chega ao mínimo deste cupom.',
  champion: 'Este cupom não vale para estas skins.',
};
