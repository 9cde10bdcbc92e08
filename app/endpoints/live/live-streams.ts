import { recheckSessions } from '#shop/accounts/sessions/recheck-sessions.ts';
import type { ShopContext } from '#shop/context.ts';
import { broadcastInBatches } from '#shop/live/broadcast-in-batches.ts';
import type { OpenStream, OpenStreams } from '#shop/memory.ts';
import { HEARTBEAT, REFETCH } from './live-frame.ts';

const HEARTBEAT_SECONDS = 20;
/** Access that was lost without an event, as when a session runs out, is noticed after this long. */
const RECHECK_SECONDS = 60;

/** The open streams of this process. */
export function liveStreams(ctx: ShopContext): OpenStreams {
  return (ctx.memory.streams ??= new LiveStreams(ctx));
}

/**
 * One timer for all streams. Each stream has its second of the minute, so heartbeats and session checks (one
 * statement for all of a second) are spread evenly.
 */
class LiveStreams implements OpenStreams {
  open = 0;
  readonly #ctx: ShopContext;
  readonly #seconds = Array.from({ length: RECHECK_SECONDS }, () => new Set<OpenStream>());
  #now = 0;
  #nextSecond = 0;
  #clock: NodeJS.Timeout | null = null;
  readonly #due = new Set<OpenStream>();
  #isStopping = false;

  constructor(ctx: ShopContext) {
    this.#ctx = ctx;
    ctx.live.onGap(() => void broadcastInBatches(this.#all(), (stream) => stream.write(REFETCH)));
    ctx.live.onStop(() => {
      this.#isStopping = true;
      for (const stream of this.#all()) stream.close();
    });
  }

  add(stream: OpenStream): () => void {
    const second = this.#seconds[this.#nextSecond++ % RECHECK_SECONDS] as Set<OpenStream>;
    second.add(stream);
    this.open++;
    const openedAt = performance.now();
    // Only once it is whole.
    if (this.#isStopping) queueMicrotask(() => stream.close());
    this.#clock ??= setInterval(() => this.#tick(), 1_000).unref();
    return () => {
      if (!second.delete(stream)) return;
      const seconds = (performance.now() - openedAt) / 1000;
      this.#ctx.metrics.observe('fulgor_stream_seconds', {}, seconds);
      if (--this.open > 0 || !this.#clock) return;
      clearInterval(this.#clock);
      this.#clock = null;
    };
  }

  recheckSoon(stream: OpenStream): void {
    if (this.#due.size === 0) {
      setImmediate(() => {
        const due = [...this.#due];
        this.#due.clear();
        void this.#recheck(due);
      });
    }
    this.#due.add(stream);
  }

  async #recheck(streams: OpenStream[]): Promise<void> {
    if (streams.length === 0) return;
    const changed = await recheckSessions(this.#ctx, streams).catch((error: unknown) => {
      this.#ctx.log.warn('live.recheck_failed', { error });
      return null;
    });
    for (const stream of streams) {
      // The sessions are unknown: the browsers reconnect and are checked.
      if (!changed) stream.follow(null);
      else if (changed.has(stream.sessionId)) stream.follow(changed.get(stream.sessionId) ?? null);
    }
  }

  #tick(): void {
    this.#now = (this.#now + 1) % RECHECK_SECONDS;
    const due: OpenStream[] = [];
    for (let second = this.#now % HEARTBEAT_SECONDS; second < RECHECK_SECONDS; second += HEARTBEAT_SECONDS) {
      due.push(...(this.#seconds[second] ?? []));
    }
    void broadcastInBatches(due, (stream) => stream.write(HEARTBEAT));
    void this.#recheck([...(this.#seconds[this.#now] ?? [])]);
  }

  #all(): OpenStream[] {
    return this.#seconds.flatMap((second) => [...second]);
  }
}
