import type { LiveEvent } from '#shop/live/live-event.ts';

type Heard<Event> = Event extends {
  topic: `${'user:' | 'staff'}${string}`;
  event: infer Name;
  data: infer Data;
}
  ? { event: Name } & Data
  : never;

/** The events of `GET /api/live`, and `refetch`: events may be lost, so load the current state. */
export type LiveMessage = Heard<LiveEvent> | { event: 'refetch' };

export interface LiveStream {
  /** The stream is open while it has listeners. @returns the function that removes the listener. */
  subscribe(listener: (message: LiveMessage) => void): () => void;
}

interface LiveStreamParts {
  open: () => EventSource;
  /** Where `pagehide` and `pageshow` arrive. */
  window: EventTarget;
  /** Where `visibilitychange` arrives. */
  document: EventTarget & { hidden: boolean };
  firstPollMs?: number;
}

/** The compiler asks for each event. */
const EVENTS: Record<LiveMessage['event'], true> = {
  payment: true,
  orders: true,
  tickets: true,
  'staff-orders': true,
  'staff-tickets': true,
  'catalog-import': true,
  attention: true,
  desk: true,
  'desk-held': true,
  refetch: true,
};
const FIRST_POLL_MS = 5_000;
const LONGEST_POLL_MS = 60_000;
/** From one screen to the next the stream stays open. */
const LINGER_MS = 1_000;
const CLOSED = 2;

/** One event stream shared by all listeners of a page. While it is down they are told to ask, ever more rarely. */
export function createLiveStream({
  open,
  window,
  document,
  firstPollMs = FIRST_POLL_MS,
}: LiveStreamParts): LiveStream {
  const listeners = new Set<(message: LiveMessage) => void>();
  let source: EventSource | null = null;
  let listening: AbortController | undefined;
  let poll: ReturnType<typeof setTimeout> | undefined;
  let linger: ReturnType<typeof setTimeout> | undefined;
  let pollMs = firstPollMs;
  let hasFailed = false;

  const tell = (message: LiveMessage) => {
    for (const listener of listeners) listener(message);
  };

  function connect(): void {
    if (source && source.readyState !== CLOSED) return;
    source = open();
    source.addEventListener('open', () => {
      clearTimeout(poll);
      poll = undefined;
      pollMs = firstPollMs;
      if (hasFailed) tell({ event: 'refetch' });
      hasFailed = false;
    });
    source.addEventListener('error', () => {
      hasFailed = true;
      poll ??= setTimeout(pollOnce, pollMs);
    });
    for (const event of Object.keys(EVENTS)) {
      source.addEventListener(event, ({ data }: MessageEvent<string>) =>
        tell({ event, ...(JSON.parse(data) as object) } as LiveMessage),
      );
    }
  }

  /** A refused stream (429, no places left) never tries again by itself. */
  function pollOnce(): void {
    pollMs = Math.min(pollMs * 1.5, LONGEST_POLL_MS);
    poll = setTimeout(pollOnce, pollMs);
    if (document.hidden) return;
    tell({ event: 'refetch' });
    connect();
  }

  function disconnect(): void {
    source?.close();
    source = null;
    clearTimeout(poll);
    poll = undefined;
    pollMs = firstPollMs;
  }

  function comeBack(): void {
    tell({ event: 'refetch' });
    connect();
  }

  function start(): void {
    listening = new AbortController();
    const { signal } = listening;
    // An open stream would keep the page out of the back/forward cache.
    window.addEventListener('pagehide', disconnect, { signal });
    // The first one belongs to loading; a later one brings the page back from the browser's cache.
    window.addEventListener('pageshow', (event) => (event as PageTransitionEvent).persisted && comeBack(), {
      signal,
    });
    document.addEventListener('visibilitychange', () => document.hidden || comeBack(), { signal });
    connect();
  }

  function stop(): void {
    listening?.abort();
    disconnect();
    hasFailed = false;
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      if (linger === undefined && listeners.size === 1) start();
      clearTimeout(linger);
      linger = undefined;
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        linger = setTimeout(() => {
          linger = undefined;
          stop();
        }, LINGER_MS);
      };
    },
  };
}
