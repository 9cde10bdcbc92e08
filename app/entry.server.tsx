import { text } from 'node:stream/consumers';
import { brotliCompressSync, constants } from 'node:zlib';
import { renderToString } from 'react-dom/server';
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router';
import { BodyTooLarge } from './endpoints/http/body-too-large.ts';
import { chooseEncoding } from './endpoints/http/choose-encoding.ts';
import { deferScripts, startScript } from './hydration/defer-scripts.ts';
import { handOverData } from './hydration/hand-over-data.ts';
import { pageBodies } from './page-bodies.ts';
import { getShop, getVisitor } from './request-context.ts';

/**
 * As small as gzip's usual level, for an eighth of its time. Level 2 is a tenth smaller for twice the time, and either
 * fits the ten packets that a connection begins with. To hand it to another thread would take longer.
 */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/**
 * React Router's entry, but it renders the whole page at once and as one text: no loader returns a promise and nothing
 * suspends on the server, so a stream would not be faster (docs/decisions/pages-as-one-text.md).
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...context }: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce } = getVisitor(loadContext);
  const data = serverHandoffStream ? await text(serverHandoffStream) : '';
  const html = renderToString(
    <ServerRouter context={{ ...context, manifest: onlyShown(context) }} url={request.url} nonce={nonce} />,
  );
  // React leaves out a part within a Suspense that suspends or fails, and tells nobody.
  if (html.includes('<!--$!-->'))
    throw new Error(`A part of ${new URL(request.url).pathname} suspends or fails on the server.`);
  const end = html.lastIndexOf('</body>');
  const page =
    // React writes the doctype in streams only.
    `<!DOCTYPE html>${deferScripts(html.slice(0, end))}` +
    `${handOverData(data, nonce)}${startScript(nonce)}${html.slice(end)}`;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.append('Vary', 'Accept-Encoding');
  if (chooseEncoding(request.headers.get('accept-encoding')) !== 'br') {
    return new Response(page, { headers, status });
  }
  headers.set('Content-Encoding', 'br');
  const answer = new Response(null, { headers, status });
  pageBodies.set(answer, brotliCompressSync(page, QUALITY));
  return answer;
}

/**
 * The assets of the routes that the page shows, which is what its browser begins with too. React Router makes its
 * routes of all that it is given, anew for each page.
 */
function onlyShown({ manifest, staticHandlerContext }: Omit<EntryContext, 'serverHandoffStream'>) {
  const shown = staticHandlerContext.matches.map(({ route: { id } }) => [id, manifest.routes[id]] as const);
  return { ...manifest, routes: Object.fromEntries(shown) };
}

export function handleError(
  error: unknown,
  { context, request }: { context: RouterContextProvider; request: Request },
) {
  // A visitor who left is no error, nor is one who sent too much.
  if (request.signal.aborted || error instanceof BodyTooLarge) return;
  getShop(context).log.error('route_failed', { requestId: getVisitor(context).requestId, error });
}
