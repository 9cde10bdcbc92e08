import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router';
import { getShop, getVisitor } from './request-context.ts';

export const streamTimeout = 5_000;

/** React Router's pipeable entry, with the request's nonce and the shop's log. */
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
  const readyOption = isbot(request.headers.get('user-agent') ?? '') ? 'onAllReady' : 'onShellReady';

  return new Promise((resolve, reject) => {
    let shellRendered = false;
    let responseStatus = status;
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        [readyOption]() {
          shellRendered = true;
          const body = new PassThrough({
            final(callback) {
              clearTimeout(timeout);
              callback();
            },
          });
          headers.set('Content-Type', 'text/html; charset=utf-8');
          pipe(body);
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status: responseStatus }));
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
