import type { LiveEvent } from './live-event.ts';
import { BATCH_SIZE, broadcastInBatches } from './broadcast-in-batches.ts';

type Listener = (event: LiveEvent) => void;

/** One per process: passes the database's notifications to the listeners of this process. */
export class LiveHub {
  readonly #listeners = new Map<string, Set<Listener>>();
  /** Topics whose listeners are being called now, with the events that wait. */
  readonly #underWay = new Map<LiveEvent['topic'], LiveEvent[]>();
  readonly #onGap = new Set<() => void>();
  readonly #onStop = new Set<() => void>();
  readonly #onFailure: (error: unknown) => void;
  /** The process is about to stop: whatever begins now ends at once. */
  isStopping = false;

  /** `onFailure`: a listener threw, or a notification is none of the shop's. The other listeners are called all the same. */
  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  subscribe(topic: LiveEvent['topic'], listener: Listener): () => void {
    const existing = this.#listeners.get(topic) ?? new Set();
    existing.add(listener);
    this.#listeners.set(topic, existing);
    return () => {
      existing.delete(listener);
      if (existing.size === 0 && this.#listeners.get(topic) === existing) this.#listeners.delete(topic);
    };
  }

  /** Called when notifications may be lost: listeners fetch the state again. */
  onGap(listener: () => void): () => void {
    this.#onGap.add(listener);
    return () => this.#onGap.delete(listener);
  }

  /** Called once when the process is about to stop, or at once if it is stopping already. */
  onStop(listener: () => void): () => void {
    this.#onStop.add(listener);
    if (this.isStopping) listener();
    return () => this.#onStop.delete(listener);
  }

  announceStop(): void {
    this.isStopping = true;
    for (const listener of this.#onStop) this.#try(listener);
  }

  deliver(payload: string): void {
    this.#try(() => this.#tell(JSON.parse(payload) as LiveEvent));
  }

  #tell(event: LiveEvent): void {
    const queue = this.#underWay.get(event.topic);
    const listeners = this.#listeners.get(event.topic);
    if (queue) queue.push(event);
    else if ((listeners?.size ?? 0) > BATCH_SIZE) void this.#tellMany(event);
    else for (const listener of listeners ?? []) this.#try(() => listener(event));
  }

  #try(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#onFailure(error);
    }
  }

  /** Other work of the process runs in between. Each listener still gets the events of a topic in order. */
  async #tellMany(first: LiveEvent): Promise<void> {
    const { topic } = first;
    const queue = [first];
    this.#underWay.set(topic, queue);
    for (const event of queue) {
      await broadcastInBatches(this.#listeners.get(topic) ?? [], (listener) =>
        this.#try(() => listener(event)),
      );
    }
    this.#underWay.delete(topic);
  }

  announceGap(): void {
    for (const listener of this.#onGap) this.#try(listener);
  }
}
