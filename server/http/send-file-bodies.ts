import { open } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Log } from '#shop/log.ts';
import { fileBodies, type FilePart } from './file-bodies.ts';

type Answer = (request: Request, bindings: HttpBindings) => Response | Promise<Response>;

/** Each download has one buffer of this size. A smaller one is asked for so often that garbage lies about again. */
const BUFFER_BYTES = 256 * 1024;
/** Who reads nothing for so long is hung up on: a program resumes by `Range`, and each connection holds a buffer. */
const IDLE_MS = 120_000;

/**
 * Sends the files among the answers from one buffer each, which is filled again once the kernel has what was in it.
 * A stream makes a new chunk for each piece, and V8 lets 64 MB of used ones lie about before it looks.
 */
export function sendFileBodies(answer: Answer, log: Log, idleMs = IDLE_MS): Answer {
  return async (request, bindings) => {
    const response = await answer(request, bindings);
    // The header is asked first: Hono would make a whole `Response` of each answer whose body is looked at.
    const body = response.headers.has('Accept-Ranges') && response.body;
    if (!body) return response;
    const { outgoing } = bindings;
    const part = fileBodies.get(body);
    if (!part) {
      // A file that comes as a stream: from a bucket, or with a last byte that waits.
      outgoing.setTimeout(idleMs, () => outgoing.destroy());
      return response;
    }
    try {
      outgoing.statusCode = response.status;
      outgoing.setHeaders(response.headers);
      await send(part, outgoing, idleMs);
    } catch (error) {
      log.error('files.send_failed', { requestId: response.headers.get('X-Request-Id'), error });
      // A clean end would look like the whole file.
      outgoing.destroy();
    }
    return RESPONSE_ALREADY_SENT;
  };
}

async function send({ path, start, end }: FilePart, outgoing: ServerResponse, idleMs: number): Promise<void> {
  await using file = await open(path);
  const buffer = Buffer.allocUnsafeSlow(Math.min(BUFFER_BYTES, end - start + 1));
  for (let at = start; at <= end;) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end - at + 1), at);
    if (bytesRead === 0) throw new Error('The file is shorter than it was when it was kept.');
    if (outgoing.destroyed) return;
    await write(buffer.subarray(0, bytesRead), outgoing, idleMs);
    at += bytesRead;
  }
  outgoing.end();
}

/** Until the kernel has the bytes, or the visitor is gone. */
function write(bytes: Buffer, outgoing: ServerResponse, idleMs: number): Promise<void> {
  return new Promise((resolve) => {
    const idle = setTimeout(() => outgoing.destroy(), idleMs);
    const done = () => {
      clearTimeout(idle);
      outgoing.off('close', done);
      resolve();
    };
    // An answer that waits behind another one on the same connection is dropped without a word when it closes.
    outgoing.once('close', done);
    outgoing.write(bytes, done);
  });
}
