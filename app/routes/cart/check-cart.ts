import { data } from 'react-router';
import { SKIN_PRICE_CENTS } from '#shop/catalog/catalog.ts';
import { ownedSkinKeys } from '#shop/collection/owned-skins.ts';
import { getShop, getVisitor } from '#app/request-context.ts';
import type { Route } from './+types/check-cart';

/** More than anyone buys at once; bounds what one question costs. */
const MOST_IDS = 200;

export type CartItemState = 'for_sale' | 'unavailable' | 'owned';

export interface CartCheck {
  priceCents: number;
  states: Record<string, CartItemState>;
}

/** `GET /carrinho/conferir?ids=Aurea_1,Aurea_2`: what of a browser's cart can still be bought. Changes nothing. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = getShop(context);
  const visitor = getVisitor(context);
  const ids = (new URL(request.url).searchParams.get('ids') ?? '').split(',').slice(0, MOST_IDS);
  try {
    const catalog = shop.catalog.current();
    const session = await visitor.session();
    const owned = session ? await ownedSkinKeys(shop, session.user.id) : new Set<string>();
    return { priceCents: SKIN_PRICE_CENTS, states: stateOf(ids, owned, catalog) } satisfies CartCheck;
  } catch (error) {
    shop.log.error('cart.check_failed', { requestId: visitor.requestId, error });
    return data(null, { status: 503 });
  }
}

/** No answer is no reason to take the cart off the screen: it is shown as it was kept. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Promise<CartCheck | null> {
  try {
    return await serverLoader();
  } catch (error) {
    console.error('Error checking cart', error);
    return null;
  }
}

function stateOf(
  ids: readonly string[],
  owned: ReadonlySet<string>,
  catalog: { findSkin(championId: string, num: number): { available: boolean } | null },
): CartCheck['states'] {
  const states: CartCheck['states'] = {};
  for (const id of ids) {
    const [, championId = '', num = ''] = /^(\w{1,60})_(\d{1,6})$/.exec(id) ?? [];
    if (!championId) continue;
    if (owned.has(id)) states[id] = 'owned';
    else states[id] = catalog.findSkin(championId, Number(num))?.available ? 'for_sale' : 'unavailable';
  }
  return states;
}
