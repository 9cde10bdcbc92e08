import { createStaticHandler, type RouteObject, type RouterContextProvider } from 'react-router';

/** Any loader or action: the generated types of its arguments name more than it reads. */
type Handler<Answer = unknown> = (args: never) => Answer | Promise<Answer>;

interface Call {
  context: RouterContextProvider;
  path?: string;
  request?: Request;
  params?: Record<string, string>;
}

/** Calls a loader or an action as the router does, and answers or throws what it does. */
export async function callRoute<Answer>(
  handler: Handler<Answer>,
  { context, path = '/', request = new Request(`http://localhost:3000${path}`), params = {} }: Call,
): Promise<Answer> {
  return handler({ request, url: new URL(request.url), params, context } as never);
}

/** Endpoints by their paths (`img/:file`), behind the router's own matching. */
export function serveRoutes(
  routes: Record<string, { loader?: Handler; action?: Handler }>,
): (request: Request, context: RouterContextProvider) => Promise<Response> {
  const { queryRoute } = createStaticHandler(
    Object.entries(routes).map(([path, handlers]) => ({ id: path, path, ...handlers }) as RouteObject),
  );
  return async (request, context) => (await queryRoute(request, { requestContext: context })) as Response;
}
