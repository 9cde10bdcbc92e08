/** Is told what the shop waits for at its database: for `/metrics`. */
export interface DatabaseWatch {
  /** A statement has ended. `text` may name columns, never values. */
  statement(text: string, startedAt: number, isOk: boolean): void;
  /** The pool has given a connection. */
  connection(startedAt: number): void;
}

export async function watchStatement<T>(
  watch: DatabaseWatch | null,
  text: string,
  work: () => Promise<T>,
): Promise<T> {
  if (!watch) return work();
  const startedAt = performance.now();
  let isOk = false;
  try {
    const result = await work();
    isOk = true;
    return result;
  } finally {
    watch.statement(text, startedAt, isOk);
  }
}
