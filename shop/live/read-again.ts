/**
 * For what a process keeps from the database. A call during a read gets the next read: the current one may have begun
 * before the caller's commit.
 */
export function readAgain(read: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  return function reload(): Promise<void> {
    if (running) {
      next ??= running
        .catch(() => {})
        .then(() => {
          next = null;
          return reload();
        });
      return next;
    }
    running = read().finally(() => {
      running = null;
    });
    return running;
  };
}
