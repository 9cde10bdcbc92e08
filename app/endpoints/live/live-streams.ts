import { recheckSessions } from '#shop/accounts/sessions/recheck-sessions.ts';
import type { KnownSession, SessionAccess } from '#shop/accounts/sessions/session.ts';
import { mayDo, type StaffRole } from '#shop/accounts/staff/rights.ts';
import type { ShopContext } from '#shop/context.ts';
import { broadcastInBatches } from '#shop/live/broadcast-in-batches.ts';
import type { LiveEvent } from '#shop/live/live-event.ts';
import type { LiveSession, LiveSink, LiveStreams } from '#shop/memory.ts';

/** The id is of no event: with it, whoever heard only heartbeats comes back as one that was away. */
const OPENING = Buffer.from('id: 0\nretry: 3000\n\n');
const HEARTBEAT = Buffer.from(': ok\n\n');
const REFETCH = Buffer.from('event: refetch\ndata: {}\n\n');

const HEARTBEAT_SECONDS = 20;
/** Access that was lost without an event, as when a session runs out, is noticed after this long. */
const RECHECK_SECONDS = 60;

interface Stream extends KnownSession {
  write(bytes: Uint8Array): void;
  /** What the session may hear from now on; null: the session has ended, and the stream ends too. */
  follow(access: SessionAccess | null): void;
  end(): void;
  /** The visitor has left. false: earlier. */
  leave(): boolean;
}

/** The open streams of this process. */
export function liveStreams(ctx: ShopContext): LiveStreams {
  return (ctx.memory.streams ??= createLiveStreams(ctx));
}

/**
 * One timer for all streams. Each stream has its second of the minute, so heartbeats and session checks (one
 * statement for all of a second) are spread evenly.
 */
function createLiveStreams(ctx: ShopContext): LiveStreams {
  const seconds = Array.from({ length: RECHECK_SECONDS }, () => new Set<Stream>());
  let count = 0;
  let opened = 0;
  let now = 0;
  let clock: NodeJS.Timeout | undefined;

  const all = () => seconds.flatMap((second) => [...second]);
  ctx.live.onGap(() => void broadcastInBatches(all(), (stream) => stream.write(REFETCH)));
  ctx.live.onStop(() => all().forEach((stream) => stream.end()));

  function tick(): void {
    now = (now + 1) % RECHECK_SECONDS;
    const due = seconds.flatMap((streams, n) => ((now - n) % HEARTBEAT_SECONDS === 0 ? [...streams] : []));
    void broadcastInBatches(due, (stream) => stream.write(HEARTBEAT));
    void recheck(ctx, [...(seconds[now] ?? [])]);
  }

  return {
    get count() {
      return count;
    },
    open(session, sink, { wasAway, release }) {
      const second = seconds[opened++ % RECHECK_SECONDS] as Set<Stream>;
      const stream = createStream(ctx, session, sink, () => {
        second.delete(stream);
        if (--count === 0) clearInterval(clock);
        release();
      });
      second.add(stream);
      if (++count === 1) clock = setInterval(tick, 1_000).unref();
      stream.follow(session);
      stream.write(OPENING);
      // Events are not stored for absent visitors: they fetch the current state instead.
      if (wasAway) stream.write(REFETCH);
      if (ctx.live.isStopping) stream.end();
      return stream.leave;
    },
  };
}

function createStream(
  ctx: ShopContext,
  { sessionId, userId }: LiveSession,
  sink: LiveSink,
  onLeave: () => void,
): Stream {
  const openedAt = performance.now();
  let isOpen = true;
  let leaveStaff: (() => void)[] = [];
  const send = (event: LiveEvent) => stream.write(frameOf(ctx, event));
  const stream: Stream = {
    sessionId,
    role: null,
    write(bytes) {
      if (!isOpen) return;
      // A reader this far behind is gone or asleep. It reconnects and fetches the state.
      if ((sink.desiredSize ?? 0) < 0) stream.end();
      else sink.enqueue(bytes);
    },
    follow(access) {
      if (!isOpen) return;
      if (access?.userId !== userId) return stream.end();
      if (access.role === stream.role) return;
      leaveStaff.forEach((leave) => leave());
      leaveStaff = staffTopics(access.role).map((topic) => ctx.live.subscribe(topic, send));
      stream.role = access.role;
    },
    end() {
      if (stream.leave()) sink.close();
    },
    leave() {
      if (!isOpen) return false;
      isOpen = false;
      for (const each of [...leaveOwn, ...leaveStaff, onLeave]) each();
      ctx.metrics.observe('fulgor_stream_seconds', {}, (performance.now() - openedAt) / 1000);
      return true;
    },
  };
  // Topics come from the session alone.
  const leaveOwn = [
    ctx.live.subscribe(`user:${userId}`, send),
    ctx.live.subscribe(`access:${userId}`, () => void recheck(ctx, [stream])),
  ];
  return stream;
}

async function recheck(ctx: ShopContext, streams: Stream[]): Promise<void> {
  if (streams.length === 0) return;
  const changed = await recheckSessions(ctx, streams).catch((error: unknown) => {
    ctx.log.warn('live.recheck_failed', { error });
    return null;
  });
  for (const stream of streams) {
    // The sessions are unknown: the browsers reconnect and are checked.
    if (!changed) stream.follow(null);
    else if (changed.has(stream.sessionId)) stream.follow(changed.get(stream.sessionId) ?? null);
  }
}

/** What a role hears. */
function staffTopics(role: StaffRole | null): LiveEvent['topic'][] {
  if (role === null) return [];
  return [
    'staff',
    ...(mayDo(role, 'catalog') ? (['staff:catalog'] as const) : []),
    ...(mayDo(role, 'tickets') ? (['staff:tickets'] as const) : []),
  ];
}

/**
 * An event as server-sent text. The hub passes the same event object to all streams, so a broadcast is encoded once
 * and is in memory once.
 */
function frameOf({ memory }: Pick<ShopContext, 'memory'>, event: LiveEvent): Uint8Array {
  let frame = memory.liveFrames.get(event);
  if (!frame) {
    const text = `id: ${Date.now()}\nevent: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`;
    frame = Buffer.from(text);
    memory.liveFrames.set(event, frame);
  }
  return frame;
}
