import type { MiddlewareHandler } from 'hono';
import type { Tracing } from '#shop/tracing.ts';

type Variables = { requestId: string; route: string | null };

/**
 * Each request that a route answers begins a trace. What the visitor sends decides nothing about it: a `traceparent`
 * of theirs is not read, and of the address only the route's pattern is told.
 */
export function traceRequests(tracing: Tracing): MiddlewareHandler<{ Variables: Variables }> {
  return async (c, next) => {
    const { method } = c.req;
    const facts = { 'http.request.method': method, 'fulgor.request.id': c.get('requestId') };
    await tracing.begin(null, { name: method, kind: 'server', facts }, async (tell) => {
      await next();
      const route = c.get('route');
      const { status } = c.res;
      tell({
        ...(route !== null && { name: `${method} ${route}` }),
        facts: {
          ...(route !== null && { 'http.route': route }),
          'http.response.status_code': status,
          ...(status >= 500 && { 'error.type': String(status) }),
        },
      });
    });
  };
}
