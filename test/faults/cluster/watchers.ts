import { Agent, EventSource as HttpEventSource } from 'undici';
import { createLiveStream } from '#app/ui/live/create-live-stream.ts';
import type { Buyer } from '../../../bench/load/prepare-buyers.ts';
import type { Door } from './door.ts';

export interface Watchers {
  /** How many have an open stream. */
  open(): number;
  /** The longest anybody was without one, since the last question. */
  longestGapMs(): number;
  close(): void;
}

/** Open pages: each holds a stream by the page's own code, whose EventSource comes back by itself. */
export function openWatchers(door: Door, buyers: Buyer[]): Watchers {
  const sources: HttpEventSource[] = buyers.map(() => null as never);
  const goneSince: (number | null)[] = buyers.map(() => null);
  let longest = 0;
  const ends = buyers.map((buyer, number) => {
    const open = () => {
      // The name is looked up anew at each try, so it may be the other machine.
      const agent = new Agent().compose(
        (dispatch) => (options, handler) =>
          dispatch(
            {
              ...options,
              origin: door.current(),
              headers: {
                accept: 'text/event-stream',
                cookie: buyer.cookie,
                'x-forwarded-for': buyer.address,
              },
            },
            handler,
          ),
      );
      const source = new HttpEventSource(`${door.origin}/api/live`, { node: { dispatcher: agent } });
      source.addEventListener('error', () => {
        goneSince[number] ??= performance.now();
        if (source.readyState !== HttpEventSource.OPEN) door.turn();
      });
      source.addEventListener('open', () => {
        longest = Math.max(longest, performance.now() - (goneSince[number] ?? performance.now()));
        goneSince[number] = null;
      });
      sources[number] = source;
      return source as unknown as EventSource;
    };
    const page = Object.assign(new EventTarget(), { hidden: false });
    return createLiveStream({ open, window: new EventTarget(), document: page }).subscribe(() => {});
  });
  return {
    open: () => sources.filter((source) => source.readyState === HttpEventSource.OPEN).length,
    longestGapMs() {
      const now = performance.now();
      const found = Math.max(longest, ...goneSince.map((since) => (since === null ? 0 : now - since)));
      longest = 0;
      return found;
    },
    close() {
      for (const end of ends) end();
      for (const source of sources) source.close();
    },
  };
}
