import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

export interface DrainLimits {
  /** A connection without traffic for this long is closed. Earlier, its next request may be on its way. */
  quietMs: number;
  /** Connections that are open after this are cut. */
  patienceMs: number;
}

interface Connection {
  answering: number;
  quietSince: number;
  /** More bytes than this mean the beginning of a request. */
  bytesRead: number;
}

/**
 * Call it right after the server was made. It returns a function that ends the server without losing a request. That
 * function accepts no new connection, finishes the current answers, and sends `Connection: close` with the next
 * answer of an open connection. Node's own `close()` cuts idle connections at once, and a request on its way at that
 * moment is lost (RFC 9112, section 9.5).
 */
export function prepareDrain(server: Server): (limits: DrainLimits) => Promise<void> {
  const connections = new Map<Socket, Connection>();
  const unanswered = new Set<ServerResponse>();
  let isDraining = false;

  server.on('connection', (socket: Socket) => {
    connections.set(socket, { answering: 0, quietSince: performance.now(), bytesRead: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    // Taken now: after a broken body the request has none.
    const { socket } = request;
    const connection = connections.get(socket);
    if (connection) connection.answering += 1;
    unanswered.add(response);
    if (isDraining) response.shouldKeepAlive = false;
    response.once('close', () => {
      unanswered.delete(response);
      if (!connection) return;
      connection.answering -= 1;
      connection.quietSince = performance.now();
      connection.bytesRead = socket.bytesRead;
    });
  });

  function closeQuietConnections(quietMs: number): void {
    const now = performance.now();
    for (const [socket, connection] of connections) {
      const isQuiet = connection.answering === 0 && socket.bytesRead === connection.bytesRead;
      if (isQuiet && now - connection.quietSince >= quietMs) socket.destroy();
    }
  }

  return ({ quietMs, patienceMs }) =>
    new Promise((resolve) => {
      isDraining = true;
      for (const response of unanswered) if (!response.headersSent) response.shouldKeepAlive = false;
      const sweep = setInterval(closeQuietConnections, 50, quietMs);
      const patience = setTimeout(() => server.closeAllConnections(), patienceMs);
      NetServer.prototype.close.call(server, () => {
        clearInterval(sweep);
        clearTimeout(patience);
        resolve();
      });
      closeQuietConnections(quietMs);
    });
}
