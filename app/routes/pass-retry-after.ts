import type { HeadersArgs } from 'react-router';

/** A screen's `headers`: what its action says about waiting reaches the visitor; without it React Router drops it. */
export function passRetryAfter({ actionHeaders }: HeadersArgs): Record<string, string> {
  const seconds = actionHeaders.get('retry-after');
  return seconds === null ? {} : { 'Retry-After': seconds };
}
