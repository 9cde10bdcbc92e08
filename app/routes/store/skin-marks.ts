import { ownedSkus } from '#shop/collection/owned-skins.ts';
import { wishedSkus } from '#shop/collection/wishes/list-wishes.ts';
import { getShop, getVisitor } from '#app/request-context.ts';
import type { SkinMarks } from '#app/ui/skin/mark-store.ts';
import type { Route } from './+types/skin-marks';

/**
 * `GET /loja/marcas`: what the store marks on its cards for the signed-in visitor. A page of the store costs no query
 * for it, and the cached pages stay the same for everybody.
 */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const shop = getShop(context);
  const session = await getVisitor(context).session();
  const marks: SkinMarks = { owned: [], wished: [] };
  if (session) {
    const [owned, wished] = await Promise.all([
      ownedSkus(shop, session.user.id),
      wishedSkus(shop, session.user.id),
    ]);
    marks.owned = [...owned];
    marks.wished = wished;
  }
  return Response.json(marks, { headers: { 'Cache-Control': 'private, no-store' } });
}
