import { useEffect, useState } from 'react';
import type { LinkedSkin } from './product-draft.ts';

export interface FoundSkins {
  query: string;
  skins: LinkedSkin[];
  total: number;
}

/** Shorter than a pause between words, longer than the one between letters. */
const DEBOUNCE_MS = 200;

/** The skins for the typed text; null without a search, and the last result while the next one loads. */
export function useSkinSearch(query: string): { found: FoundSkins | null; failed: boolean } {
  const wanted = query.trim();
  const [found, setFound] = useState<FoundSkins | null>(null);
  const [failedQuery, setFailedQuery] = useState<string | null>(null);

  useEffect(() => {
    if (wanted === '') return;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(`/api/admin/skins?${new URLSearchParams({ q: wanted })}`, {
          signal: abort.signal,
          headers: { Accept: 'application/json' },
        });
        if (!response.ok) throw new Error(`The search answered ${response.status}.`);
        const answer = (await response.json()) as Omit<FoundSkins, 'query'>;
        setFound({ ...answer, query: wanted });
        setFailedQuery(null);
      } catch {
        if (!abort.signal.aborted) setFailedQuery(wanted);
      }
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [wanted]);

  return { found: wanted === '' ? null : found, failed: wanted !== '' && failedQuery === wanted };
}
