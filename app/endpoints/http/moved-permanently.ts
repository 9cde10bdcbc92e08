import { redirect } from 'react-router';
import type { Route } from './+types/moved-permanently';

/** Addresses that are no pages of their own lead where they were meant to (docs/contract.md). */
const TARGETS: Record<string, string> = {
  '/contact': '/contato',
  '/dashboard/orders': '/dashboard/pedidos',
};

export function loader({ url }: Route.LoaderArgs): Response {
  const target = TARGETS[url.pathname.replace(/\/$/, '')];
  if (!target) throw new Response(null, { status: 404 });
  return redirect(target + url.search, 308);
}
