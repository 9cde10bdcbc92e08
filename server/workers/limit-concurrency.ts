/** Runs at most `width` calls of `work` at a time. Later calls wait in the order of their arrival. */
export function limitConcurrency<Args extends unknown[], Result>(
  width: number,
  work: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let free = width;
  return async (...args) => {
    if (free > 0) free--;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await work(...args);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
