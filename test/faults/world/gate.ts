/** All traffic of one neighbour passes here. While it is shut nothing is answered, and no connection is closed. */
export interface Gate {
  /** Resolves at once while it is open. */
  passed(): Promise<void>;
  shut(): void;
  open(): void;
}

export function createGate(): Gate {
  let opening: PromiseWithResolvers<void> | null = null;
  return {
    passed: () => opening?.promise ?? Promise.resolve(),
    shut() {
      opening ??= Promise.withResolvers<void>();
    },
    open() {
      opening?.resolve();
      opening = null;
    },
  };
}
