import type { Kind } from '#shop/moving/kinds.ts';
import type { Counts } from '#shop/moving/shown-import.ts';
import { count } from '#shop/text/count.ts';

export const KIND_NAMES: Record<Kind, string> = {
  nuvemshop_products: 'Produtos da Nuvemshop',
  nuvemshop_customers: 'Clientes da Nuvemshop',
  nuvemshop_orders: 'Vendas da Nuvemshop',
  shopify_products: 'Produtos da Shopify',
  shopify_customers: 'Clientes da Shopify',
  shopify_orders: 'Pedidos da Shopify',
  woocommerce_products: 'Produtos do WooCommerce',
  tebex_payments: 'Pagamentos da Tebex',
  fulgor: 'Exportação desta loja',
  columns: 'Outra tabela',
};

/** `Traria 1.204 pedidos, 980 pessoas e 1.410 skins que já têm dono.` */
export function sayCounts(verb: string, { people, orders, owned, coupons, products }: Counts): string {
  const parts = [
    orders > 0 && count(orders, 'pedido', 'pedidos'),
    people > 0 && count(people, 'pessoa', 'pessoas'),
    owned > 0 && count(owned, 'skin que já tem dono', 'skins que já têm dono'),
    coupons > 0 && count(coupons, 'cupom', 'cupons'),
    products > 0 && count(products, 'produto', 'produtos'),
  ].filter((part) => part !== false);
  if (parts.length === 0) return `Não ${verb} nada.`;
  const list = new Intl.ListFormat('pt-BR', { type: 'conjunction' }).format(parts);
  return `${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${list}.`;
}
