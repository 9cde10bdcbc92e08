import { getShop, getVisitor } from '#app/request-context.ts';
import type { LiveEvent } from '#shop/live/live-event.ts';
import type { Route } from './+types/live';
import { answerError, answerTooMany } from './answer-error.ts';
import { takeStreamPlace } from './take-stream-place.ts';

const HEARTBEAT_MS = 20_000;
const RECHECK_EVERY_HEARTBEATS = 3;
/** A reader this far behind is gone or asleep; it reconnects and fetches afresh. */
const MAX_QUEUED_CHUNKS = 200;

const encoder = new TextEncoder();

/**
 * `GET /api/live`: server-sent events. Topics come from the session alone (threats.md 9), which is read
 * again when access changed and every minute; a stream whose session ended, ends.
 */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const { live, log } = getShop(context);
  const visitor = getVisitor(context);
  const session = await visitor.session();
  if (!session) return answerError(401, 'unauthenticated', visitor.requestId);
  const place = takeStreamPlace(session.user.id, visitor.ip);
  if (!place) return answerTooMany(60, visitor.requestId);

  const userId = session.user.id;
  const cleanups: (() => void)[] = [() => place.free()];
  let leaveStaff: (() => void) | null = null;
  let open = true;

  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const close = () => {
          if (!open) return;
          open = false;
          leaveStaff?.();
          for (const cleanup of cleanups) cleanup();
          try {
            controller.close();
          } catch {
            // Cancelled by the reader already.
          }
        };
        const write = (text: string) => {
          if (!open) return;
          if ((controller.desiredSize ?? 0) < -MAX_QUEUED_CHUNKS) return close();
          controller.enqueue(encoder.encode(text));
        };
        const send = (event: LiveEvent) =>
          write(`id: ${Date.now()}\nevent: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`);
        const followStaff = (isStaff: boolean) => {
          if (isStaff && !leaveStaff) leaveStaff = live.subscribe('staff', send);
          if (!isStaff && leaveStaff) {
            leaveStaff();
            leaveStaff = null;
          }
        };
        const recheck = async () => {
          const current = await visitor.recheckSession().catch((error: unknown) => {
            log.warn('live.recheck_failed', { error });
            return null;
          });
          if (current?.user.id !== userId) close();
          else followStaff(current.isStaff);
        };

        cleanups.push(live.subscribe(`user:${userId}`, send));
        cleanups.push(live.subscribe(`access:${userId}`, () => void recheck()));
        cleanups.push(live.onGap(() => write('event: refetch\ndata: {}\n\n')));
        cleanups.push(live.onStop(close));
        followStaff(session.isStaff);

        let beats = 0;
        const heartbeat = setInterval(() => {
          write(': ok\n\n');
          if (++beats % RECHECK_EVERY_HEARTBEATS === 0) void recheck();
        }, HEARTBEAT_MS);
        cleanups.push(() => clearInterval(heartbeat));
        request.signal.addEventListener('abort', close);

        write('retry: 3000\n\n');
        // Nothing is kept for those who were away: they ask for the present state instead.
        if (request.headers.has('last-event-id')) write('event: refetch\ndata: {}\n\n');
      },
      cancel() {
        open = false;
        leaveStaff?.();
        for (const cleanup of cleanups) cleanup();
      },
    },
    { highWaterMark: 16 },
  );
  return new Response(stream, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'private, no-store, no-transform',
      'X-Accel-Buffering': 'no',
    },
  });
}
