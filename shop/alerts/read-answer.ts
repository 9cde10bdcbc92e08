const LONGEST_WAIT_SECONDS = 3600;

/** undefined: not JSON. */
export function readBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What the other side asked us to wait, where it is a number and not longer than an hour. */
export function readWait(seconds = 0): { retryAfterSeconds?: number } {
  if (!(seconds > 0)) return {};
  return { retryAfterSeconds: Math.min(Math.ceil(seconds), LONGEST_WAIT_SECONDS) };
}
