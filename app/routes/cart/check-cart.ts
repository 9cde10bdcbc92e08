import { SKIN_PRICE_CENTS } from '#shop/catalog/catalog.ts';
import { ownedSkinKeys } from '#shop/collection/owned-skins.ts';
import { getShop, getVisitor } from '#app/request-context.ts';
import type { Route } from './+types/check-cart';

/** More than anyone buys at once; bounds what one question costs. */
const MOST_IDS = 200;

export type CartItemState = 'for_sale' | 'unavailable' | 'owned';

/** `GET /carrinho/conferir?ids=Aurea_1,Aurea_2`: what of a browser's cart can still be bought. Changes nothing. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = getShop(context);
  const session = await getVisitor(context).session();
  const ids = (new URL(request.url).searchParams.get('ids') ?? '').split(',').slice(0, MOST_IDS);
  const catalog = shop.catalog.current();
  const owned = session ? await ownedSkinKeys(shop, session.user.id) : new Set<string>();

  const states: Record<string, CartItemState> = {};
  for (const id of ids) {
    const [, championId = '', num = ''] = /^(\w{1,60})_(\d{1,6})$/.exec(id) ?? [];
    if (!championId) continue;
    if (owned.has(id)) states[id] = 'owned';
    else states[id] = catalog.findSkin(championId, Number(num))?.available ? 'for_sale' : 'unavailable';
  }
  return { priceCents: SKIN_PRICE_CENTS, states };
}
