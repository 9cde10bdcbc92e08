import { getShop, getVisitor } from '#app/request-context.ts';
import type { Route } from './+types/live';
import { answerError, answerTooMany } from '../http/answer-error.ts';
import { liveStreams } from './live-streams.ts';
import { acquireStreamSlot } from './acquire-stream-slot.ts';

const LIVE_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'private, no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/** Bytes that wait for a reader before it counts as gone or asleep. An event has about a hundred. */
const MAX_WAITING_BYTES = 32_768;

/**
 * `GET /api/live`: server-sent events. The session is checked after a change of access and every minute; the stream
 * ends with it.
 */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const shop = getShop(context);
  const visitor = getVisitor(context);
  const session = await visitor.session();
  if (!session) return answerError(401, 'unauthenticated', visitor.requestId);
  // Nobody would read or cancel the stream.
  if (request.method === 'HEAD') return new Response(null, { headers: LIVE_HEADERS });
  const slot = acquireStreamSlot(shop, session.user.id, visitor.ip);
  if (!slot) return answerTooMany(60, visitor.requestId);
  const who = { sessionId: session.id, userId: session.user.id, role: session.role };
  const wasAway = request.headers.has('last-event-id');
  let leave: () => void;
  const body = new ReadableStream<Uint8Array>(
    {
      start: (sink) => void (leave = liveStreams(shop).open(who, sink, { wasAway, release: slot.release })),
      cancel: () => leave(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MAX_WAITING_BYTES }),
  );
  return new Response(body, { headers: LIVE_HEADERS });
}
