import { getShop, getVisitor, type StreamConnection } from '#app/request-context.ts';
import type { Route } from './+types/live';
import { answerError, answerTooMany } from './answer-error.ts';
import { LiveStream, MAX_WAITING_BYTES, type LiveSink } from './live-stream.ts';
import { takeStreamPlace } from './take-stream-place.ts';

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
    visitor.handOver(streamTo(shop, who, about));
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

type About = ConstructorParameters<typeof LiveStream>;

/** Apart from the loader: what is written here lives as long as the stream, and must not see the request. */
function streamTo(shop: About[0], who: About[1], about: About[3]): (connection: StreamConnection) => void {
  return (connection) => {
    const stream = new LiveStream(shop, who, connection, about);
    connection.onClose(() => stream.close());
  };
}

function sinkOf(controller: ReadableStreamDefaultController<Uint8Array>): LiveSink {
  return {
    write: (bytes) => controller.enqueue(bytes),
    waitingBytes: () => MAX_WAITING_BYTES - (controller.desiredSize ?? 0),
    end() {
      try {
        controller.close();
      } catch {
        // Cancelled by the reader already.
      }
    },
  };
}
