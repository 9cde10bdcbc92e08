import { FREE_CHARGE_CENTS } from '#shop/orders/plan-purchase.ts';
import { toCents } from '#shop/text/reais.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import { tidyDescription } from '#shop/orders/tidy-description.ts';

export interface FreeCharge {
  amountCents: number;
  description: string;
  /** Why no code can be made for it, or null. */
  refusal: string | null;
}

/** `?amount=…&description=…` of a payment page without an order. Bounds are checked again at creation. */
export function readFreeCharge(params: URLSearchParams): FreeCharge {
  const reais = Number((params.get('amount') ?? '0').trim().replace(',', '.'));
  const readCents = toCents(reais);
  const amountCents = Number.isSafeInteger(readCents) ? Math.max(0, readCents) : 0;
  const { min, max } = FREE_CHARGE_CENTS;
  return {
    amountCents,
    description: tidyDescription(params.get('description')),
    refusal:
      amountCents === 0
        ? 'Este endereço não traz um valor a pagar. Volte à loja e escolha o que quer comprar.'
        : amountCents < min || amountCents > max
          ? `O valor deve ficar entre ${formatReais(min, ' ')} e ${formatReais(max, ' ')}.`
          : null,
  };
}
