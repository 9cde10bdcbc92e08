import { useEffect, useEffectEvent } from 'react';
import { createLiveStream, type LiveMessage, type LiveStream } from './create-live-stream.ts';
import { useSession } from '../frame/session.tsx';

export type { LiveMessage } from './create-live-stream.ts';

let stream: LiveStream | undefined;

/**
 * Hears what changes for the signed-in person: `payment`, `orders`, `staff-orders`, and `refetch` when the
 * present state must be asked for (after a gap, when the page is looked at again, while the stream is down).
 */
export function useLive(onMessage: (message: LiveMessage) => void): void {
  const isSignedIn = useSession() !== null;
  const hear = useEffectEvent(onMessage);
  useEffect(() => {
    if (!isSignedIn) return;
    stream ??= createLiveStream({ open: () => new EventSource('/api/live'), window, document });
    return stream.subscribe((message) => hear(message));
  }, [isSignedIn]);
}
