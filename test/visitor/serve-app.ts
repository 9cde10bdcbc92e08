import { serve } from '@hono/node-server';
import type { OpenApp } from './open-app.ts';

/** The open app at an address of its own, for programs that speak HTTP. */
export async function serveApp(app: OpenApp): Promise<{ url: string; close(): void }> {
  const listening = Promise.withResolvers<number>();
  const server = serve(
    {
      port: 0,
      hostname: '127.0.0.1',
      async fetch(request) {
        const { pathname, search } = new URL(request.url);
        const { method, headers } = request;
        const body = await request.text();
        return app.ask(pathname + search, { method, headers, ...(body !== '' && { body }) });
      },
    },
    ({ port }) => listening.resolve(port),
  );
  return { url: `http://127.0.0.1:${await listening.promise}`, close: () => void server.close() };
}
