import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** Several events of one change, or of one busy minute, are one question to the server. */
const GATHER_MS = 250;

/** Loads the screen's data afresh whenever the server announces one of these events; what is typed stays. */
export function useLiveRefresh(...events: ('orders' | 'staff-orders')[]): void {
  const { revalidate } = useRevalidator();
  const names = events.join(' ');
  useEffect(() => {
    const source = new EventSource('/api/live');
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void revalidate(), GATHER_MS);
    };
    for (const name of [...names.split(' '), 'refetch']) source.addEventListener(name, refresh);
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, [names, revalidate]);
}
