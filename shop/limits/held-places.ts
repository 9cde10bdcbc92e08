/** Who holds how many places of this process at this moment: a semaphore with a count for each holder. */
export class HeldPlaces {
  readonly #held = new Map<string, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  of(holder: string): number {
    return this.#held.get(holder) ?? 0;
  }

  /** @returns how to give the place back; more than once does nothing. */
  take(holder: string): () => void {
    let isTaken = true;
    this.#count(holder, 1);
    return () => {
      if (isTaken) this.#count(holder, -1);
      isTaken = false;
    };
  }

  #count(holder: string, change: number): void {
    const held = this.of(holder) + change;
    this.#total += change;
    if (held > 0) this.#held.set(holder, held);
    else this.#held.delete(holder);
  }
}
