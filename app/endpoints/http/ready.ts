import { getShop } from '#app/request-context.ts';
import { checkDatabase } from '#shop/check-database.ts';
import type { Route } from './+types/ready';

/** `GET /readyz`: database and catalogue are there, or 503 with what is missing. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const shop = getShop(context);
  const database = await checkDatabase(shop);
  const catalog = shop.catalog.ready();
  const ready = database && catalog;
  return Response.json(
    ready ? { status: 'ready' } : { status: 'not_ready', reason: database ? 'catalog' : 'database' },
    {
      status: ready ? 200 : 503,
      headers: { 'Cache-Control': 'no-store', ...(ready ? {} : { 'Retry-After': '2' }) },
    },
  );
}
