import { createContext, type RouterContextProvider } from 'react-router';
import type { Session } from '#shop/accounts/sessions/session.ts';
import type { ShopContext } from '#shop/context.ts';

/** The visitor and the data of this one request. `server/` fills it; loaders and actions read it. */
export interface Visitor {
  requestId: string;
  /** Content-Security-Policy nonce of this answer. */
  nonce: string;
  /** Address of the visitor; proxies count only if they are configured. */
  ip: string;
  /** Read at most once for each request; null if nobody is signed in. */
  session(): Promise<Session | null>;
  /** Sends a form to the auth library as if the browser had posted it: same checks, same rate limits. */
  authenticate(path: string, body: Record<string, unknown>): Promise<Response>;
}

const shopKey = createContext<ShopContext>();
const routeKey = createContext<string | null>(null);
const visitorKey = createContext<Visitor>();

type Context = Readonly<RouterContextProvider>;

export function fillContext(context: RouterContextProvider, shop: ShopContext, visitor: Visitor): void {
  context.set(shopKey, shop);
  context.set(visitorKey, visitor);
}

/** The pattern of the route that answers, for the metrics. null: no route has answered. */
export function getRoute(context: Context): string | null {
  return context.get(routeKey);
}

export function noteRoute(context: Context, pattern: string): void {
  // React Router writes a pattern as its routes do, with or without the first slash.
  context.set(routeKey, pattern.startsWith('/') ? pattern : `/${pattern}`);
}

export function getShop(context: Context): ShopContext {
  return context.get(shopKey);
}

export function getVisitor(context: Context): Visitor {
  return context.get(visitorKey);
}
