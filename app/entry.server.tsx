import { text } from 'node:stream/consumers';
import { prerenderToNodeStream } from 'react-dom/static';
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router';
import { deferScripts } from './hydration/defer-scripts.ts';
import { getShop, getVisitor } from './request-context.ts';

/**
 * React Router's entry, but it renders the whole page at once: no loader returns a promise and nothing suspends on
 * the server, so a stream would not be faster (docs/decisions/pages-as-one-text.md).
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce } = getVisitor(loadContext);
  const { prelude } = await prerenderToNodeStream(
    <ServerRouter context={context} url={request.url} nonce={nonce} />,
  );
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(deferScripts(await text(prelude), nonce), { headers, status });
}

export function handleError(
  error: unknown,
  { context, request }: { context: RouterContextProvider; request: Request },
) {
  // A visitor who left is no error.
  if (request.signal.aborted) return;
  getShop(context).log.error('route_failed', { requestId: getVisitor(context).requestId, error });
}
