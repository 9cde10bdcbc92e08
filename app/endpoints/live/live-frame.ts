import type { ShopContext } from '#shop/context.ts';
import type { LiveEvent } from '#shop/live/live-event.ts';

export const LIVE_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'private, no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

export const OPENING = Buffer.from('retry: 3000\n\n');
export const HEARTBEAT = Buffer.from(': ok\n\n');
export const REFETCH = Buffer.from('event: refetch\ndata: {}\n\n');

/**
 * An event as server-sent text. The hub passes the same event object to all streams, so a broadcast is encoded once
 * and is in memory once.
 */
export function frameOf({ memory }: Pick<ShopContext, 'memory'>, event: LiveEvent): Uint8Array {
  let frame = memory.liveFrames.get(event);
  if (!frame) {
    const text = `id: ${Date.now()}\nevent: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`;
    frame = Buffer.from(text);
    memory.liveFrames.set(event, frame);
  }
  return frame;
}
