import { getShop } from '#app/request-context.ts';
import { publicKeyOf } from '#shop/trust/sign.ts';
import type { Route } from './+types/trust-key';

/** `GET /.well-known/fulgor-trust.json`: with what key the public figures are signed. */
export function loader({ context }: Route.LoaderArgs): Response {
  return Response.json(
    { public_key: publicKeyOf(getShop(context).settings.sealingKey) },
    { headers: { 'Cache-Control': 'public, max-age=3600', 'Access-Control-Allow-Origin': '*' } },
  );
}
