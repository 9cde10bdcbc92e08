export interface AccessToken {
  value: string;
  lifetimeMs: number;
}

export interface TokenCache {
  get(): Promise<string>;
  /** The API refused it: the next `get` asks for another. */
  drop(value: string): void;
}

/** A token is renewed this long before its end, or at four fifths of its life if that is later. */
const MARGIN_MS = 60_000;

/** One access token for every request; while it is being renewed, all who need it wait for the same answer. */
export function cacheToken(ask: () => Promise<AccessToken>, clock = () => performance.now()): TokenCache {
  let current: { value: string; renewAt: number } | null = null;
  let asking: Promise<string> | null = null;

  async function renew(): Promise<string> {
    const askedAt = clock();
    const { value, lifetimeMs } = await ask();
    current = { value, renewAt: askedAt + Math.max(lifetimeMs - MARGIN_MS, lifetimeMs * 0.8) };
    return value;
  }

  return {
    async get() {
      if (current && clock() < current.renewAt) return current.value;
      asking ??= renew().finally(() => (asking = null));
      return asking;
    },
    drop(value) {
      // Another request may have renewed it already: that one stays.
      if (current?.value === value) current = null;
    },
  };
}
