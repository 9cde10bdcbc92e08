import type { LiveEvent } from './live-event.ts';

type Listener = (event: LiveEvent) => void;

/** One per process: what arrives through the database's LISTEN is handed to whoever listens here. */
export class LiveHub {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #onGap = new Set<() => void>();
  readonly #onStop = new Set<() => void>();
  #isStopping = false;

  subscribe(topic: LiveEvent['topic'], listener: Listener): () => void {
    const existing = this.#listeners.get(topic) ?? new Set();
    existing.add(listener);
    this.#listeners.set(topic, existing);
    return () => {
      existing.delete(listener);
      if (existing.size === 0 && this.#listeners.get(topic) === existing) this.#listeners.delete(topic);
    };
  }

  /** Called when notifications may have been missed: listeners fetch afresh. */
  onGap(listener: () => void): () => void {
    this.#onGap.add(listener);
    return () => this.#onGap.delete(listener);
  }

  /** Called once when the process is about to stop, or soon if it is already stopping: streams end themselves. */
  onStop(listener: () => void): () => void {
    this.#onStop.add(listener);
    if (this.#isStopping) queueMicrotask(listener);
    return () => this.#onStop.delete(listener);
  }

  announceStop(): void {
    this.#isStopping = true;
    for (const listener of this.#onStop) listener();
  }

  deliver(payload: string): void {
    const event = JSON.parse(payload) as LiveEvent;
    for (const listener of this.#listeners.get(event.topic) ?? []) listener(event);
  }

  announceGap(): void {
    for (const listener of this.#onGap) listener();
  }
}
