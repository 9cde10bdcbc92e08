import { championProgress } from '#shop/collection/champion-progress.ts';
import { ownedSkus } from '#shop/collection/owned-skins.ts';
import { getShop, getVisitor } from '#app/request-context.ts';
import type { CartItem } from '#app/ui/cart/cart-storage.ts';
import { toCartItem } from '#app/ui/cart/to-cart-item.ts';
import type { Route } from './+types/complete-champion';

/** A new object for each answer: a second failure is told too. `items` null: there was no answer. */
export interface Completion {
  items: CartItem[] | null;
}

/**
 * `GET /carrinho/completar?campeao=Ahri`: what the signed-in visitor lacks of a champion and can buy today, as items for
 * the cart of the browser. It changes nothing.
 */
export async function loader({ context, url }: Route.LoaderArgs): Promise<Completion> {
  const shop = getShop(context);
  const session = await getVisitor(context).session();
  if (!session) return { items: [] };
  const championId = url.searchParams.get('campeao');
  const owned = await ownedSkus(shop, session.user.id);
  const champions = championProgress(shop.catalog.current(), owned);
  const missing = champions.find((each) => each.championId === championId)?.missing ?? [];
  return { items: missing.map(toCartItem) };
}

/** Without an answer the visitor stays where they are. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Promise<Completion> {
  try {
    return await serverLoader();
  } catch (error) {
    console.error('Error completing a champion', error);
    return { items: null };
  }
}

/** One press is one answer: when the collection is loaded afresh, nobody has pressed again. */
export const shouldRevalidate = () => false;
