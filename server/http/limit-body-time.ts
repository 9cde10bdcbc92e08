import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Node's own limit, which holds for every request: a file of staff over a slow line. */
export const LONGEST_REQUEST_MS = 2 * 60 * 60 * 1000;

/**
 * A body has to arrive in time, or its connection is closed. Node knows one limit for all requests, and a file of
 * 500 MB needs longer than a form may. Such a file has until it is answered, and whoever may not send it is answered
 * at once. Call it right after the server was made.
 */
export function limitBodyTime(server: Server, isLong: (path: string) => boolean, bodyMs = 30_000): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { headers, url = '' } = request;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    const limit = () => {
      if (request.complete || request.destroyed) return;
      const timer = setTimeout(() => request.complete || request.destroy(), bodyMs);
      request.once('close', () => clearTimeout(timer));
    };
    if (isLong(url.split('?', 1)[0] ?? '')) response.once('close', limit);
    else limit();
  });
}
