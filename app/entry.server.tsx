import { text } from 'node:stream/consumers';
import { renderToString } from 'react-dom/server';
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router';
import { PageData } from './hydration/page-data.ts';
import { getShop, getVisitor } from './request-context.ts';

/**
 * React Router's entry, but for a page that is made as a whole: no loader of ours hands over a promise and nothing on
 * the server suspends, so a stream would cost a third more and bring nothing sooner (docs/decisions/pages-as-one-text.md).
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...context }: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce } = getVisitor(loadContext);
  // In the page by HeldScripts. From the stream, React Router would have React render the page's end in turns.
  const pageData = serverHandoffStream ? await text(serverHandoffStream) : '';
  const html = renderToString(
    <PageData value={pageData}>
      <ServerRouter context={context} url={request.url} nonce={nonce} />
    </PageData>,
  );
  headers.set('Content-Type', 'text/html; charset=utf-8');
  // React writes the doctype in streams only. Without it browsers lay the page out as in the nineties.
  return new Response(`<!DOCTYPE html>${html}`, { headers, status });
}

export function handleError(
  error: unknown,
  { context, request }: { context: RouterContextProvider; request: Request },
) {
  // A visitor who left is no error.
  if (request.signal.aborted) return;
  getShop(context).log.error('route_failed', { requestId: getVisitor(context).requestId, error });
}
