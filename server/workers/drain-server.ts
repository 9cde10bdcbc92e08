import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

export interface DrainLimits {
  /** A line that has been quiet for this long is closed. Sooner, its next request may already be on its way. */
  quietMs: number;
  /** What is still open by then is cut. */
  patienceMs: number;
}

interface Line {
  answering: number;
  quietSince: number;
  /** More than this has arrived: the beginning of a request. */
  bytesRead: number;
}

/**
 * Call it right after the server was made. The function it returns ends the server without losing a request:
 * nobody new is let in, what is being answered is finished, and whoever keeps a line open hears
 * `Connection: close` with the next answer. Node's own `close()` cuts idle lines at once, and a request that
 * is on its way at that moment is lost (RFC 9112, section 9.5).
 */
export function prepareDrain(server: Server): (limits: DrainLimits) => Promise<void> {
  const lines = new Map<Socket, Line>();
  const unanswered = new Set<ServerResponse>();
  let isDraining = false;

  server.on('connection', (socket: Socket) => {
    lines.set(socket, { answering: 0, quietSince: performance.now(), bytesRead: 0 });
    socket.once('close', () => lines.delete(socket));
  });
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const line = lines.get(request.socket);
    if (line) line.answering += 1;
    unanswered.add(response);
    if (isDraining) response.shouldKeepAlive = false;
    response.once('close', () => {
      unanswered.delete(response);
      if (!line) return;
      line.answering -= 1;
      line.quietSince = performance.now();
      line.bytesRead = request.socket.bytesRead;
    });
  });

  function closeQuietLines(quietMs: number): void {
    const now = performance.now();
    for (const [socket, line] of lines) {
      const isQuiet = line.answering === 0 && socket.bytesRead === line.bytesRead;
      if (isQuiet && now - line.quietSince >= quietMs) socket.destroy();
    }
  }

  return ({ quietMs, patienceMs }) =>
    new Promise((resolve) => {
      isDraining = true;
      for (const response of unanswered) if (!response.headersSent) response.shouldKeepAlive = false;
      const sweep = setInterval(closeQuietLines, 50, quietMs);
      const patience = setTimeout(() => server.closeAllConnections(), patienceMs);
      NetServer.prototype.close.call(server, () => {
        clearInterval(sweep);
        clearTimeout(patience);
        resolve();
      });
      closeQuietLines(quietMs);
    });
}
