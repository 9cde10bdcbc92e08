import { getShop, getVisitor } from '#app/request-context.ts';
import type { Route } from './+types/live';
import { answerError, answerTooMany } from '../http/answer-error.ts';
import { LIVE_HEADERS } from './live-frame.ts';
import { LiveStream } from './live-stream.ts';
import { acquireStreamSlot } from './acquire-stream-slot.ts';

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
  const who = { id: session.id, userId: session.user.id, role: session.role };
  const stream = new LiveStream(shop, who, {
    wasAway: request.headers.has('last-event-id'),
    release: slot.release,
  });
  return new Response(stream.body, { headers: LIVE_HEADERS });
}
