import { AsyncLocalStorage } from 'node:async_hooks';

const openTransaction = new AsyncLocalStorage<true>();

/** Marks all async work inside `work` as part of an open transaction. */
export function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  return openTransaction.run(true, work);
}

/** Runs `work` as if no transaction were open: for work that only starts there, such as a background task. */
export function outsideTransaction<T>(work: () => T): T {
  return openTransaction.exit(work);
}

/**
 * On the embedded database, a query outside of the open transaction that is awaited inside it never returns, because
 * there is one connection. On PostgreSQL it would silently escape the transaction. Both throw instead.
 */
export function assertOutsideTransaction(): void {
  if (openTransaction.getStore()) {
    throw new Error(
      'A query was sent outside the open transaction. Use the transaction handed to the callback, not ctx.db.',
    );
  }
}
