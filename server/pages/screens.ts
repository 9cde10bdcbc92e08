import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { pageBodies } from '#app/page-bodies.ts';
import { fillContext, getRoute, type Visitor } from '#app/request-context.ts';
import type { ShopContext } from '#shop/context.ts';
import type { AuthEdge } from '../auth/auth-edge.ts';
import type { Auth } from '../auth/auth.ts';
import { createVisitor } from '../auth/visitor.ts';
import { allowedOrigins } from '../http/security.ts';

export interface Screens {
  /** React Router's answer to a request, with the cookies of a renewed session and the pattern of its route. */
  answer(
    request: Request,
    about: Pick<Visitor, 'requestId' | 'nonce' | 'ip'>,
  ): Promise<{ response: Response; cookies: string[]; route: string | null }>;
}

/** Every screen and endpoint of `app/`. */
export function createScreens(parts: {
  shop: ShopContext;
  auth: Auth;
  edge: AuthEdge;
  /** A function if the screens may change between requests. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  appUrl: string;
}): Screens {
  // Behind a proxy that ends TLS a request's own address is http:, and React Router would refuse every form. Whether the
  // origin is the shop's own was asked before (server/http/security.ts).
  const allowedActionOrigins = [
    'null',
    ...allowedOrigins(parts.appUrl).map((origin) => new URL(origin).host),
  ];
  const handle = createRequestHandler(
    typeof parts.build === 'function' ? parts.build : { ...parts.build, allowedActionOrigins },
    typeof parts.build === 'function' ? 'development' : 'production',
  );
  return {
    async answer(request, about) {
      const { visitor, cookies } = createVisitor(parts, request, about);
      const context = new RouterContextProvider();
      fillContext(context, parts.shop, visitor);
      const response = await handle(request, context);
      const body = pageBodies.get(response);
      const route = getRoute(context);
      if (!body) return { response, cookies, route };
      return {
        response: new Response(body, { status: response.status, headers: response.headers }),
        cookies,
        route,
      };
    },
  };
}
