import { useEffect, useState } from 'react';

export interface ApiSearch<Answer> {
  /** The last answer, also while the next one loads; null without a search. */
  found: { query: string; answer: Answer } | null;
  failed: boolean;
}

/** Shorter than a pause between words, longer than the one between letters. */
const DEBOUNCE_MS = 200;

/** Asks `path?q=` for the typed text, after a pause. A text shorter than `shortest` asks nothing. */
export function useApiSearch<Answer>(path: string, query: string, shortest = 1): ApiSearch<Answer> {
  const typed = query.trim();
  const wanted = typed.length < shortest ? '' : typed;
  const [found, setFound] = useState<ApiSearch<Answer>['found']>(null);
  const [failedQuery, setFailedQuery] = useState<string | null>(null);

  useEffect(() => {
    if (wanted === '') return;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(`${path}?${new URLSearchParams({ q: wanted })}`, {
          signal: abort.signal,
          headers: { Accept: 'application/json' },
        });
        if (!response.ok) throw new Error(`The search answered ${response.status}.`);
        setFound({ answer: (await response.json()) as Answer, query: wanted });
        setFailedQuery(null);
      } catch {
        if (!abort.signal.aborted) setFailedQuery(wanted);
      }
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [path, wanted]);

  return { found: wanted === '' ? null : found, failed: wanted !== '' && failedQuery === wanted };
}
