import type { ServerResponse } from 'node:http';
import type { LiveSink } from '#app/endpoints/live-stream.ts';

/** A visitor's line, left to a stream that outlives its request. */
export interface StreamConnection extends LiveSink {
  onClose(listener: () => void): void;
}

/**
 * Writes the head of an answer and leaves the connection to a stream. Without length or chunks, its end is the
 * answer's end: so one buffer goes out to ten thousand streams as it is. `headers`: names and values in turn.
 */
export function handOver(outgoing: ServerResponse, headers: string[]): StreamConnection {
  // A browser's are more than a kilobyte, and nobody asks for them after the head.
  outgoing.req.rawHeaders = [];
  outgoing.req.headers = {};
  outgoing.shouldKeepAlive = false;
  outgoing.useChunkedEncodingByDefault = false;
  outgoing.writeHead(200, headers).flushHeaders();
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
