import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { useDelayed } from '#app/ui/feedback/use-delayed.ts';
import { useSlow } from '#app/ui/feedback/use-slow.ts';
import { storePath, type StoreFilters } from './store-filters.ts';
import { searchStore, type StorePage } from './store-index.ts';
import { StoreResults } from './store-results.tsx';
import { StoreSearch } from './store-search.tsx';
import { useStoreIndex } from './use-store-index.ts';

/**
 * Search and what it finds. With the index in the browser a letter is answered here, and the router follows after a
 * pause; without it the router leads, and the server answers.
 */
export function StoreCatalog({ page }: { page: StorePage }) {
  useStoreIndex(page);
  const navigate = useNavigate();
  const here = useLocation();
  const next = useNavigation().location;
  const isSlow = useSlow(next?.pathname === '/loja');
  /** The filters of this screen that the router does not show yet. */
  const [asked, setAsked] = useState<StoreFilters | null>(null);
  const wanted = useDeferredValue(asked);
  const found = useMemo(() => wanted && searchStore(wanted), [wanted]);
  /** The address that the router has yet to be sent to. */
  const ahead = useRef<string | null>(null);
  useEffect(() => {
    if (ahead.current === null) setAsked(null);
  }, [page]);

  const follow = useDelayed(() => {
    const path = ahead.current;
    ahead.current = null;
    const { pathname, search } = next ?? here;
    // Typed and taken back: to ask the router for where it is would be a refresh.
    if (path !== null && path !== pathname + search)
      void navigate(path, { replace: true, preventScrollReset: true });
  });
  function search(filters: StoreFilters, afterMs: number): void {
    ahead.current = storePath(filters);
    setAsked(filters);
    // The result may be shorter than the list that was scrolled.
    if (scrollY >= 200) scrollTo(0, 0);
    follow(afterMs);
  }
  /** A visitor who opens a card before the router has followed comes back to the typed search. */
  function writeAddress(): void {
    if (ahead.current !== null) history.replaceState(history.state, '', ahead.current);
    ahead.current = null;
  }

  const isSearching = isSlow && !found;
  return (
    <>
      <StoreSearch
        filters={page.filters}
        champions={page.champions}
        isSearching={isSearching}
        onSearch={search}
      />
      <div onClickCapture={writeAddress}>
        <StoreResults page={found ?? page} isSearching={isSearching} />
      </div>
    </>
  );
}
