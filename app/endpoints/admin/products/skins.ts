import { getShop } from '#app/request-context.ts';
import { searchSkins } from '#shop/catalog/search/search-skins.ts';
import type { Route } from './+types/skins';
import { staffSession } from '../staff-session.ts';

/** More results help nobody: a longer search text finds fewer. */
const MAX_SHOWN = 20;

/** `GET /api/admin/skins?q=`: skins that a product can be linked to, for the picker of the product dialog. */
export async function loader({ context, url }: Route.LoaderArgs): Promise<Response> {
  const staff = await staffSession(context, 'orders.read');
  if (staff instanceof Response) return staff;
  const query = url.searchParams.get('q') ?? '';
  const { skins, total } = searchSkins(getShop(context).catalog.current(), {
    query,
    sort: 'champion',
    offset: 0,
    limit: MAX_SHOWN,
  });
  const shown = skins.map(({ sku, championId, championName, num, name }) => ({
    sku,
    championId,
    championName,
    num,
    name,
  }));
  return Response.json({ skins: shown, total }, { headers: { 'Cache-Control': 'private, no-store' } });
}
