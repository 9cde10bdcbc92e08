import type { SessionAccess } from '#shop/accounts/recheck-sessions.ts';
import type { ShopContext } from '#shop/context.ts';
import type { LiveEvent } from '#shop/live/live-event.ts';
import { frameOf, OPENING, REFETCH } from './live-frame.ts';
import { liveStreams } from './live-streams.ts';

/** Bytes that wait for a reader before it counts as gone or asleep. An event has about a hundred. */
export const MAX_WAITING_BYTES = 32_768;

/** Where a stream's bytes go: the visitor's connection. */
export interface LiveSink {
  write(bytes: Uint8Array): void;
  /** Written, and not yet taken by the visitor. */
  waitingBytes(): number;
  end(): void;
}

/** One visitor's open stream. Topics come from the session alone (threat 9). */
export class LiveStream {
  readonly sessionId: string;
  readonly #userId: string;
  readonly #ctx: ShopContext;
  readonly #sink: LiveSink;
  readonly #leave: (() => void)[];
  #leaveStaff: (() => void) | null = null;
  #isOpen = true;

  constructor(
    ctx: ShopContext,
    session: { id: string; userId: string; isStaff: boolean },
    sink: LiveSink,
    /** `free`: gives the stream's place back. */
    { wasAway, free }: { wasAway: boolean; free: () => void },
  ) {
    this.sessionId = session.id;
    this.#userId = session.userId;
    this.#ctx = ctx;
    this.#sink = sink;
    const all = liveStreams(ctx);
    this.#leave = [
      free,
      all.add(this),
      ctx.live.subscribe(`user:${session.userId}`, this.#send),
      ctx.live.subscribe(`access:${session.userId}`, () => all.recheckSoon(this)),
    ];
    this.follow(session);
    this.write(OPENING);
    // Nothing is kept for those who were away: they ask for the present state instead.
    if (wasAway) this.write(REFETCH);
  }

  /** What it hears now; the look at its session tells what has changed of it. */
  get isStaff(): boolean {
    return this.#leaveStaff !== null;
  }

  write(bytes: Uint8Array): void {
    if (!this.#isOpen) return;
    // A reader this far behind is gone or asleep; it reconnects and fetches afresh.
    if (this.#sink.waitingBytes() > MAX_WAITING_BYTES) this.close();
    else this.#sink.write(bytes);
  }

  /** What the session may hear from now on; null: it is over, and the stream with it. */
  follow(access: SessionAccess | null): void {
    if (!this.#isOpen) return;
    if (access?.userId !== this.#userId) return this.close();
    if (access.isStaff) this.#leaveStaff ??= this.#ctx.live.subscribe('staff', this.#send);
    else this.#stopStaff();
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#stopStaff();
    for (const leave of this.#leave) leave();
    this.#sink.end();
  }

  readonly #send = (event: LiveEvent): void => this.write(frameOf(event));

  #stopStaff(): void {
    this.#leaveStaff?.();
    this.#leaveStaff = null;
  }
}
