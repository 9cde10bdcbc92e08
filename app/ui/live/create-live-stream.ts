/** The events of `GET /api/live`, and `refetch`: events may be lost, so load the current state. */
export type LiveMessage =
  | {
      event: 'payment' | 'orders' | 'staff-orders' | 'tickets' | 'staff-tickets';
      id: string;
      status: string;
    }
  /** Staff only: an import of the catalogue moved on; its progress is asked for. */
  | { event: 'catalog-import' }
  /** Staff only: a file or a channel broke, or works again. */
  | { event: 'attention' }
  /** Staff only: a delivery of the desk is held, was taken back or is done. */
  | { event: 'desk-held' }
  /** Staff only: which skin a clerk has open on the desk. */
  | { event: 'desk'; userId: string; skin: string | null }
  | { event: 'refetch' };

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

const NAMED_EVENTS = ['payment', 'orders', 'staff-orders', 'tickets', 'staff-tickets'] as const;
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
    for (const event of ['refetch', 'catalog-import', 'attention', 'desk-held'] as const) {
      source.addEventListener(event, () => tell({ event }));
    }
    source.addEventListener('desk', ({ data }: MessageEvent<string>) => {
      const { userId, skin } = JSON.parse(data) as { userId: string; skin: string | null };
      tell({ event: 'desk', userId, skin });
    });
    for (const event of NAMED_EVENTS) {
      source.addEventListener(event, ({ data }: MessageEvent<string>) => {
        const { id, status } = JSON.parse(data) as { id: string; status: string };
        tell({ event, id, status });
      });
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

  const onVisibility = () => {
    if (!document.hidden) comeBack();
  };
  /** The first `pageshow` belongs to loading; a later one brings the page back from the browser's cache. */
  const onPageShow = (event: Event) => {
    if ((event as PageTransitionEvent).persisted) comeBack();
  };

  function start(): void {
    // An open stream would keep the page out of the back/forward cache.
    window.addEventListener('pagehide', disconnect);
    window.addEventListener('pageshow', onPageShow);
    document.addEventListener('visibilitychange', onVisibility);
    connect();
  }

  function stop(): void {
    window.removeEventListener('pagehide', disconnect);
    window.removeEventListener('pageshow', onPageShow);
    document.removeEventListener('visibilitychange', onVisibility);
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
