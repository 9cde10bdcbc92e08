import { createContext, use, useEffect, useRef, type ReactNode } from 'react';
import { useRefresh } from '../live/use-refresh.ts';

/** The data of the signed-in person that the screens show. The session itself stays in its cookie. */
export interface SessionView {
  name: string;
  email: string;
  isStaff: boolean;
  /** Path of their picture; null where there is none. */
  avatar: string | null;
}

const CHANNEL = 'session';
/** A tab left alone this long asks again when it is looked at: the session may have expired meanwhile. */
const STALE_AFTER_MS = 60_000;

const SessionContext = createContext<SessionView | null | undefined>(undefined);

/** null if nobody is signed in. */
export function useSession(): SessionView | null {
  const session = use(SessionContext);
  if (session === undefined) throw new Error('useSession must be used within a SessionProvider');
  return session;
}

/** Hands the root loader's session to all screens, and keeps the other open tabs in step. */
export function SessionProvider({ session, children }: { session: SessionView | null; children: ReactNode }) {
  useSharedSession(session ? `${session.email} ${session.isStaff} ${session.name}` : '');
  return <SessionContext value={session}>{children}</SessionContext>;
}

function useSharedSession(identity: string): void {
  const refresh = useRefresh();
  const current = useRef(identity);
  const channel = useRef<BroadcastChannel | null>(null);

  useEffect(() => {
    const opened = new BroadcastChannel(CHANNEL);
    channel.current = opened;
    opened.onmessage = ({ data }) => {
      if (data !== current.current) void refresh();
    };
    let hiddenAt = 0;
    const onVisibility = () => {
      if (document.hidden) hiddenAt = Date.now();
      else if (hiddenAt > 0 && Date.now() - hiddenAt > STALE_AFTER_MS) void refresh();
    };
    document.addEventListener('visibilitychange', onVisibility);
    // Going back shows a public page as it was kept, without asking: from before a sign-in or a sign-out.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void refresh();
    };
    window.addEventListener('pageshow', onPageShow);
    const [arrival] = performance.getEntriesByType('navigation');
    if ((arrival as PerformanceNavigationTiming | undefined)?.type === 'back_forward') void refresh();
    return () => {
      window.removeEventListener('pageshow', onPageShow);
      document.removeEventListener('visibilitychange', onVisibility);
      opened.close();
    };
  }, [refresh]);

  const isSignedIn = identity !== '';
  useEffect(() => {
    if (!isSignedIn) return;
    const followed = import('../live/ended-session.ts')
      .then(({ followTyping }) => followTyping(document))
      // Lost on the way: nothing is followed.
      .catch(() => null);
    return () => void followed.then((end) => end?.());
  }, [isSignedIn]);

  useEffect(() => {
    if (current.current === identity) return;
    current.current = identity;
    channel.current?.postMessage(identity);
  }, [identity]);
}
