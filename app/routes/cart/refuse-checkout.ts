import type { Toast } from '#app/ui/feedback/toast.ts';

/** Why the payment dialog does not open; the reason that must be solved first comes first. null: it opens. */
export function refuseCheckout(cart: {
  count: number;
  isSignedIn: boolean;
  /** A skin in it is off sale, or the visitor owns it now. */
  isBlocked: boolean;
}): Toast | null {
  if (cart.count === 0) {
    return {
      title: 'Carrinho vazio',
      description: 'Adicione itens ao carrinho antes de finalizar.',
      tone: 'danger',
      stays: true,
      about: 'cart',
    };
  }
  if (!cart.isSignedIn) {
    return {
      title: 'Login necessário',
      description: 'Você precisa estar logado para finalizar a compra.',
      tone: 'danger',
      stays: true,
      about: 'login',
    };
  }
  if (cart.isBlocked) {
    return {
      title: 'Revise seu carrinho',
      description: 'Remova as skins indisponíveis, sem estoque ou que você já tem para continuar.',
      tone: 'danger',
      stays: true,
      about: 'cart',
    };
  }
  return null;
}
