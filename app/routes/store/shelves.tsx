import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import type { Skin } from '#shop/catalog/catalog.ts';
import { useDelayed } from '#app/ui/use-delayed.ts';
import { useSlow } from '#app/ui/use-slow.ts';
import { storePath, type StoreFilters } from './store-filters.ts';
import { searchStore, type StorePage } from './store-index.ts';
import { StoreResults } from './store-results.tsx';
import { StoreSearch } from './store-search.tsx';
import { useStoreIndex } from './use-store-index.ts';

/** Three frames. */
const AFTER_THE_FRAME_MS = 50;

/**
 * Search and what it finds. With the index in the browser a letter is answered in the frame after it, and the router
 * follows after a pause; without it the router leads, and the server answers.
 */
export function Shelves({ page }: { page: StorePage }) {
  useStoreIndex(page);
  const navigate = useNavigate();
  const isSlow = useSlow(useNavigation().location?.pathname === '/loja');
  /** `below`: what stands out of sight until the rest of the answer is drawn too. */
  const [typed, setTyped] = useState<{ page: StorePage; below: Skin[] | null } | null>(null);
  /** The address that what was typed last has yet to get. */
  const wanted = useRef<string | null>(null);
  /** Where the router is, or was sent last and may still be on its way to. */
  const sent = useRef('');
  useEffect(() => {
    sent.current = storePath(page.filters);
    if (wanted.current === null) setTyped(null);
  }, [page]);

  const follow = useDelayed(() => {
    const path = wanted.current;
    // Typed and taken back: to ask the router for where it is would be a refresh.
    if (typed && path === sent.current) writeAddress();
    else if (path) {
      sent.current = path;
      void navigate(path, { replace: true, preventScrollReset: scrollY < 200 });
    }
    wanted.current = null;
  });
  function writeAddress(): void {
    if (wanted.current) history.replaceState(history.state, '', wanted.current);
  }
  // Takes longer than the search itself, so it waits until that is on the screen.
  const finish = useDelayed(() => {
    writeAddress();
    startTransition(() => setTyped((now) => now && { ...now, below: null }));
  });
  const search = useCallback(
    (filters: StoreFilters, afterMs: number): void => {
      wanted.current = storePath(filters);
      const found = searchStore(filters);
      if (found) {
        setTyped((now) => ({ page: found, below: now?.below ?? (now?.page ?? page).skins }));
        // Soon, for who reloads or leaves now. The router hears of it after the pause.
        finish(AFTER_THE_FRAME_MS);
        if (scrollY >= 200) scrollTo(0, 0);
      }
      follow(afterMs);
    },
    [finish, follow, page],
  );
  /** Whoever opens a card goes there, wherever the router has yet to follow, and comes back to what was typed. */
  function stay(): void {
    writeAddress();
    wanted.current = null;
  }

  const isSearching = isSlow && !typed;
  return (
    <>
      <StoreSearch
        filters={page.filters}
        champions={page.champions}
        isSearching={isSearching}
        onSearch={search}
      />
      <div onClickCapture={stay}>
        <StoreResults page={typed?.page ?? page} below={typed?.below} isSearching={isSearching} />
      </div>
    </>
  );
}
