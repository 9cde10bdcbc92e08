import type { ShopContext } from '#shop/context.ts';
import { describeMinutes } from '#shop/text/describe-minutes.ts';
import { describeSeller } from '#shop/settings/describe-seller.ts';

/** Puts what the shop is set to into a text: `{loja}`, `{vendedor}`, `{suporte}`, `{prazo}` and `{devolucao}`. */
export function fillText(text: string, { settings }: Pick<ShopContext, 'settings'>): string {
  const values: Readonly<Record<string, string>> = {
    loja: settings.brandName,
    vendedor: settings.seller
      ? describeSeller(settings.seller)
      : '[A loja ainda não informou quem vende: nome, CPF ou CNPJ, endereço e contato.]',
    suporte: settings.supportEmail,
    prazo: `até ${describeMinutes(settings.promiseMinutes)}`,
    devolucao: settings.automaticWithdrawal
      ? 'Enquanto nada do pedido foi baixado, o valor volta na hora, se o provedor de pagamento permitir. Nos outros casos a equipe analisa e responde no pedido.'
      : 'A equipe analisa o pedido de devolução e responde em Meus Pedidos.',
  };
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
