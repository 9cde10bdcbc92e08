import { getShop, getVisitor } from '#app/request-context.ts';
import type { Route } from './+types/live';
import { answerError, answerTooMany } from './answer-error.ts';
import { LiveStream, type LiveSink } from './live-stream.ts';
import { takeStreamPlace } from './take-stream-place.ts';

/** Bytes that wait for a reader before it counts as gone or asleep. An event has about a hundred. */
const MAX_WAITING_BYTES = 32_768;
const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'private, no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/**
 * `GET /api/live`: server-sent events. The session is read again when access changed and every minute; a stream
 * whose session ended, ends.
 */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const shop = getShop(context);
  const visitor = getVisitor(context);
  const session = await visitor.session();
  if (!session) return answerError(401, 'unauthenticated', visitor.requestId);
  const place = takeStreamPlace(session.user.id, visitor.ip);
  if (!place) return answerTooMany(60, visitor.requestId);

  const who = { id: session.id, userId: session.user.id, isStaff: session.isStaff };
  const about = { wasAway: request.headers.has('last-event-id'), free: place.free };
  if (visitor.handOver) {
    visitor.handOver((connection) => {
      const sink = {
        write: connection.write,
        isBehind: () => connection.waitingBytes() > MAX_WAITING_BYTES,
        end: connection.end,
      };
      const stream = new LiveStream(shop, who, sink, about);
      connection.onClose(() => stream.close());
    });
    return new Response(null, { headers: HEADERS });
  }
  // Without a connection of its own, as in a test, the stream is an ordinary body.
  let stream: LiveStream;
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stream = new LiveStream(shop, who, sinkOf(controller), about);
        request.signal.addEventListener('abort', () => stream.close());
      },
      cancel: () => stream.close(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MAX_WAITING_BYTES }),
  );
  return new Response(body, { headers: HEADERS });
}

function sinkOf(controller: ReadableStreamDefaultController<Uint8Array>): LiveSink {
  return {
    write: (bytes) => controller.enqueue(bytes),
    isBehind: () => (controller.desiredSize ?? 0) < 0,
    end() {
      try {
        controller.close();
      } catch {
        // Cancelled by the reader already.
      }
    },
  };
}
