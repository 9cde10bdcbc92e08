import { text } from 'node:stream/consumers';
import { renderToString } from 'react-dom/server';
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router';
import { chooseEncoding } from './endpoints/choose-encoding.ts';
import { compressOnce } from './endpoints/compress-once.ts';
import { PageData } from './hydration/page-data.ts';
import { getShop, getVisitor } from './request-context.ts';

export const streamTimeout = 5_000;

/**
 * React Router's entry for a page that is made as a whole: no loader of ours hands over a promise and nothing on the
 * server suspends, so React writes one text, without the turns and buffers of a stream (docs/performance.md).
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...context }: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const { nonce } = getVisitor(loadContext);
  // In the page by HeldScripts. From the stream, React Router would have React render the page's end in turns.
  const pageData = serverHandoffStream ? await text(serverHandoffStream) : '';
  const html = renderToString(
    <PageData value={pageData}>
      <ServerRouter context={withMatchedRoutes(context)} url={request.url} nonce={nonce} />
    </PageData>,
  );
  // React writes it in streams only. Without it browsers lay the page out as in the nineties.
  const page = `<!DOCTYPE html>${html}`;
  const encoding = chooseEncoding(request.headers.get('accept-encoding'));
  const body = compressOnce(page, encoding);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Length', String(body.length));
  if (encoding) {
    headers.set('Content-Encoding', encoding);
    headers.append('Vary', 'Accept-Encoding');
  }
  return new Response(body, { headers, status });
}

/** React Router builds a router of every route that it is told of, for each page: of eighty, a page shows three. */
function withMatchedRoutes(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context;
  const routes = Object.fromEntries(
    staticHandlerContext.matches.map(({ route }) => [route.id, manifest.routes[route.id]]),
  );
  return { ...context, manifest: { ...manifest, routes } };
}

export function handleError(
  error: unknown,
  { context, request }: { context: RouterContextProvider; request: Request },
) {
  // A visitor who left is no error.
  if (request.signal.aborted) return;
  getShop(context).log.error('route_failed', { requestId: getVisitor(context).requestId, error });
}
