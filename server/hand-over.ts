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
    const listening = new Set(outgoing.rawListeners('close'));
    let start: ((connection: StreamConnection) => void) | undefined;
    const response = await fetch(request, {
      ...bindings,
      connection: { handOver: (stream) => void (start = stream) },
    });
    if (!start) return response;
    forgetRequest(outgoing, listening);
    start(handOver(outgoing, response));
    return RESPONSE_ALREADY_SENT;
  };
}

/**
 * The adapter watches for the end of a connection to abort its `Request`, and with that keeps everything alive that
 * the request has made; a browser's headers are more than a kilobyte. Nobody asks for either after the head.
 */
function forgetRequest(outgoing: ServerResponse, listening: Set<unknown>): void {
  for (const listener of outgoing.rawListeners('close'))
    if (!listening.has(listener)) outgoing.off('close', listener);
  outgoing.req.rawHeaders = [];
  outgoing.req.headers = {};
}

/**
 * Writes the head of an answer and leaves the connection to a stream. Without length or chunks, its end is the
 * answer's end: so one buffer goes out to ten thousand streams as it is.
 */
function handOver(outgoing: ServerResponse, { status, headers }: Response): StreamConnection {
  const record: Record<string, string | string[]> = Object.fromEntries(headers);
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) record['set-cookie'] = cookies;
  outgoing.shouldKeepAlive = false;
  outgoing.useChunkedEncodingByDefault = false;
  outgoing.writeHead(status, record).flushHeaders();
  return new HandedConnection(outgoing);
}

class HandedConnection implements StreamConnection {
  readonly #outgoing: ServerResponse;

  constructor(outgoing: ServerResponse) {
    this.#outgoing = outgoing;
  }

  write(bytes: Uint8Array): void {
    const { socket } = this.#outgoing;
    // Past the answer's own layers, which lead to the same place. While an earlier answer of this
    // connection is still under way, this one has no socket yet, and keeps what it is given.
    if (!socket) this.#outgoing.write(bytes);
    else if (socket.writable) socket.write(bytes);
  }

  waitingBytes(): number {
    return this.#outgoing.writableLength;
  }

  end(): void {
    this.#outgoing.end();
  }

  onClose(listener: () => void): void {
    const { destroyed, writableEnded, req } = this.#outgoing;
    if (destroyed || writableEnded || req.socket.destroyed) listener();
    else req.socket.once('close', listener);
  }
}
