import { data } from 'react-router';
import type { Catalog, Skin } from '#shop/catalog/catalog.ts';
import { readSkinKey } from '#shop/catalog/sku.ts';
import { ownedSkus } from '#shop/collection/owned-skins.ts';
import { getShop, getVisitor } from '#app/request-context.ts';
import type { Route } from './+types/check-cart';

/** More than anybody buys at once. It bounds the cost of one request. */
const MAX_IDS = 200;

export type CartItemState = 'for_sale' | 'unavailable' | 'sold_out' | 'owned';

/** By the items' ids. A skin that left the catalogue has no price. */
export type CartCheck = Record<
  string,
  { state: CartItemState; priceCents: number | null; isUpdating: boolean; aheadUntil: string | null }
>;

/**
 * `GET /carrinho/conferir?ids=Aurea_1,Aurea_2`: which skins of a browser's cart can still be bought. It changes
 * nothing.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = getShop(context);
  const visitor = getVisitor(context);
  const ids = (url.searchParams.get('ids') ?? '').split(',').slice(0, MAX_IDS);
  try {
    const catalog = shop.catalog.current();
    const session = await visitor.session();
    const owned = session ? await ownedSkus(shop, session.user.id) : new Set<string>();
    return checkItems(ids, owned, catalog);
  } catch (error) {
    shop.log.error('cart.check_failed', { requestId: visitor.requestId, error });
    return data(null, { status: 503 });
  }
}

/** Without an answer the cart is shown as it was stored. */
export async function clientLoader({
  request,
  serverLoader,
}: Route.ClientLoaderArgs): Promise<CartCheck | null> {
  try {
    return await serverLoader();
  } catch (error) {
    // Something taken out meanwhile is no failure: the next check has taken this one's place.
    if (!request.signal.aborted) console.error('Error checking cart', error);
    return null;
  }
}

function checkItems(
  ids: readonly string[],
  owned: ReadonlySet<string>,
  catalog: Pick<Catalog, 'findSkin' | 'isUpdating' | 'aheadUntil'>,
): CartCheck {
  const items: CartCheck = {};
  for (const id of ids) {
    const sku = readSkinKey(id);
    if (sku === null) continue;
    const skin = catalog.findSkin(sku);
    const state = owned.has(sku) ? 'owned' : stateOf(skin);
    items[id] = {
      state,
      priceCents: skin?.priceCents ?? null,
      isUpdating: catalog.isUpdating(sku),
      aheadUntil: catalog.aheadUntil(sku),
    };
  }
  return items;
}

function stateOf(skin: Skin | null): CartItemState {
  if (skin?.available) return 'for_sale';
  return skin?.soldOut ? 'sold_out' : 'unavailable';
}
