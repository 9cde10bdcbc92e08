import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router';
import { getShop, getVisitor } from './request-context.ts';

export const streamTimeout = 5_000;

/**
 * React Router's pipeable entry, with the request's nonce and the shop's log. No loader of ours hands over a promise,
 * so a page is made as a whole: a stream would cost more than it saves, and add React's own scripts to the page.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> | Response {
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const { nonce, requestId } = getVisitor(loadContext);
  const { log } = getShop(loadContext);

  return new Promise((resolve, reject) => {
    let shellRendered = false;
    let responseStatus = status;
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        onShellReady: () => void (shellRendered = true),
        onAllReady() {
          clearTimeout(timeout);
          const chunks: Uint8Array[] = [];
          const page = new Writable({
            write(chunk: Uint8Array, _, done) {
              chunks.push(chunk);
              done();
            },
            final(done) {
              done();
              headers.set('Content-Type', 'text/html; charset=utf-8');
              const body = Buffer.concat(chunks);
              // Says that this is all of it (server/compress.ts).
              headers.set('Content-Length', String(body.length));
              resolve(new Response(body, { headers, status: responseStatus }));
            },
          });
          pipe(page);
        },
        onShellError: reject,
        onError(error) {
          responseStatus = 500;
          if (shellRendered) log.error('render_failed', { requestId, error });
        },
      },
    );
    const timeout = setTimeout(abort, streamTimeout + 1_000);
  });
}

export function handleError(
  error: unknown,
  { context, request }: { context: RouterContextProvider; request: Request },
) {
  // A visitor who left is no error.
  if (request.signal.aborted) return;
  getShop(context).log.error('route_failed', { requestId: getVisitor(context).requestId, error });
}
