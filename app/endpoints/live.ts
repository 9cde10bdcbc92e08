import { getShop, getVisitor } from '#app/request-context.ts';
import type { Route } from './+types/live';
import { answerError, answerTooMany } from './answer-error.ts';
import { LIVE_HEADERS } from './live-frame.ts';
import { LiveStream, MAX_WAITING_BYTES, type LiveSink } from './live-stream.ts';
import { takeStreamPlace } from './take-stream-place.ts';

/**
 * `GET /api/live`: server-sent events. The session is read again when access changed and every minute; a stream
 * whose session ended, ends. Most are opened in front of this (server/open-streams.ts); what comes here is refused, or
 * has a cookie to be set on the way.
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
  return new Response(body, { headers: LIVE_HEADERS });
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
