import type { SessionAccess } from '#shop/accounts/sessions/recheck-sessions.ts';
import { mayDo, type StaffRole } from '#shop/accounts/staff/rights.ts';
import type { ShopContext } from '#shop/context.ts';
import type { LiveEvent } from '#shop/live/live-event.ts';
import type { OpenStream } from '#shop/memory.ts';
import { frameOf, OPENING, REFETCH } from './live-frame.ts';
import { liveStreams } from './live-streams.ts';

/** Bytes that wait for a reader before it counts as gone or asleep. An event has about a hundred. */
const MAX_WAITING_BYTES = 32_768;

/** One visitor's open stream. Topics come from the session alone (threat 9). */
export class LiveStream implements OpenStream {
  readonly sessionId: string;
  /** The body of the answer. It is cancelled when the visitor leaves. */
  readonly body: ReadableStream<Uint8Array>;
  readonly #userId: string;
  readonly #ctx: ShopContext;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  readonly #leave: (() => void)[];
  #role: StaffRole | null = null;
  #leaveStaff: (() => void)[] = [];
  #isOpen = true;

  constructor(
    ctx: ShopContext,
    session: SessionAccess & { id: string },
    /** `release` gives the slot of the stream back. */
    { wasAway, release }: { wasAway: boolean; release: () => void },
  ) {
    this.sessionId = session.id;
    this.#userId = session.userId;
    this.#ctx = ctx;
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => void (this.#controller = controller),
        cancel: () => this.#leaveAll(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: MAX_WAITING_BYTES }),
    );
    const all = liveStreams(ctx);
    this.#leave = [
      release,
      all.add(this),
      ctx.live.subscribe(`user:${session.userId}`, this.#send),
      ctx.live.subscribe(`access:${session.userId}`, () => all.recheckSoon(this)),
    ];
    this.follow(session);
    this.write(OPENING);
    // Events are not stored for absent visitors: they fetch the current state instead.
    if (wasAway) this.write(REFETCH);
  }

  /** What the stream hears now. The check of its session compares it with the rights of the person. */
  get role(): StaffRole | null {
    return this.#role;
  }

  write(bytes: Uint8Array): void {
    if (!this.#isOpen) return;
    // A reader this far behind is gone or asleep. It reconnects and fetches the state.
    if ((this.#controller.desiredSize ?? 0) < 0) this.close();
    else this.#controller.enqueue(bytes);
  }

  /** What the session may hear from now on; null: the session has ended, and the stream ends too. */
  follow(access: SessionAccess | null): void {
    if (!this.#isOpen) return;
    if (access?.userId !== this.#userId) return this.close();
    if (access.role === this.#role) return;
    this.#stopStaff();
    this.#role = access.role;
    this.#leaveStaff = staffTopics(access.role).map((topic) => this.#ctx.live.subscribe(topic, this.#send));
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#leaveAll();
    this.#controller.close();
  }

  #leaveAll(): void {
    this.#isOpen = false;
    this.#stopStaff();
    for (const leave of this.#leave) leave();
  }

  readonly #send = (event: LiveEvent): void => this.write(frameOf(this.#ctx, event));

  #stopStaff(): void {
    for (const leave of this.#leaveStaff.splice(0)) leave();
    this.#role = null;
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
