/** A semaphore with a count for each key, of this process alone. It does not wait: the caller compares the counts. */
export class KeyedSemaphore {
  readonly #held = new Map<string, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  of(key: string): number {
    return this.#held.get(key) ?? 0;
  }

  /** @returns the function that releases the slot; a second call does nothing. */
  acquire(key: string): () => void {
    let isHeld = true;
    this.#count(key, 1);
    return () => {
      if (isHeld) this.#count(key, -1);
      isHeld = false;
    };
  }

  #count(key: string, change: number): void {
    const held = this.of(key) + change;
    this.#total += change;
    if (held > 0) this.#held.set(key, held);
    else this.#held.delete(key);
  }
}
