import type { LiveEvent } from '#shop/live/live-event.ts';

const encoder = new TextEncoder();

export const OPENING = encoder.encode('retry: 3000\n\n');
export const HEARTBEAT = encoder.encode(': ok\n\n');
export const REFETCH = encoder.encode('event: refetch\ndata: {}\n\n');

let last: { event: LiveEvent; frame: Uint8Array } | null = null;

/**
 * An event as server-sent text. The hub hands one event to all its streams in a row, so whoever comes after the
 * first gets the very same bytes: a broadcast is encoded once and kept in memory once.
 */
export function frameOf(event: LiveEvent): Uint8Array {
  if (last?.event !== event) {
    const text = `id: ${Date.now()}\nevent: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`;
    last = { event, frame: encoder.encode(text) };
  }
  return last.frame;
}
