import type { ShopContext } from '#shop/context.ts';
import { readTrust } from '#shop/trust/show-trust.ts';
import { describeStars, describeTrust } from '../trust/trust-words.ts';

/** The counted figures in one sentence. null: they cannot be read now, and the page stands without them. */
export async function describeShop(shop: ShopContext): Promise<string | null> {
  try {
    const trust = await readTrust(shop);
    const [onTime, wait] = describeTrust(trust) ?? [];
    // With enough orders, of which none was due or none is delivered yet, there is nothing to tell either.
    const isCounted = trust.on_time != null && trust.minutes_p50 != null;
    if (!onTime || !wait || !isCounted)
      return 'Esta loja é nova, e conta em público como cuida de cada pedido.';
    const stars = describeStars(trust);
    return `${onTime.value} ${onTime.note} chegaram no prazo. Metade chega em até ${wait.value}${stars ? `. Nota ${stars}` : ''}.`;
  } catch (error) {
    shop.log.error('Erro ao contar os pedidos', { error });
    return null;
  }
}
