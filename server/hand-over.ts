import { ServerResponse } from 'node:http';
import type { Http2Bindings, HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { StreamConnection, Visitor } from '#app/request-context.ts';

/** For whoever wants the connection of its request for itself. */
export type LeftConnection = Required<Pick<Visitor, 'handOver'>>;

type Bindings = HttpBindings | Http2Bindings;
type Fetch<Given> = (request: Request, bindings: Given) => Response | Promise<Response>;

/** Around everything that makes an answer: a stream gets its connection once the head is complete. */
export function leavingConnections(
  fetch: Fetch<Bindings & { connection?: LeftConnection }>,
): Fetch<Bindings> {
  return async (request, bindings) => {
    const { outgoing } = bindings;
    if (request.method !== 'GET' || !(outgoing instanceof ServerResponse)) return fetch(request, bindings);
    let start: ((connection: StreamConnection) => void) | undefined;
    const response = await fetch(request, {
      ...bindings,
      connection: { handOver: (stream) => void (start = stream) },
    });
    if (!start) return response;
    handOver(outgoing, response, start);
    return RESPONSE_ALREADY_SENT;
  };
}

/**
 * Writes the head of an answer and leaves the connection to a stream. Without length or chunks, its end is the
 * answer's end: so one buffer goes out to ten thousand streams as it is, and nothing of the request's machinery
 * stays in memory while they are silent.
 */
function handOver(
  outgoing: ServerResponse,
  { status, headers }: Response,
  start: (connection: StreamConnection) => void,
): void {
  const record: Record<string, string | string[]> = Object.fromEntries(headers);
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) record['set-cookie'] = cookies;
  outgoing.shouldKeepAlive = false;
  outgoing.useChunkedEncodingByDefault = false;
  outgoing.writeHead(status, record);
  start({
    write: (bytes) => void outgoing.write(bytes),
    waitingBytes: () => outgoing.writableLength,
    end: () => void outgoing.end(),
    onClose: (listener) => {
      if (outgoing.destroyed || outgoing.writableEnded) listener();
      else outgoing.once('close', listener);
    },
  });
}
