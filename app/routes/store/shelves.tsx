import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import type { CardSkin } from '#app/ui/skin-card.tsx';
import { useDelayed } from '#app/ui/use-delayed.ts';
import { useSlow } from '#app/ui/use-slow.ts';
import { storePath, type StoreFilters } from './store-filters.ts';
import { drawFirst, searchStore, type StorePage } from './store-index.ts';
import { StoreResults } from './store-results.tsx';
import { StoreSearch } from './store-search.tsx';
import { useStoreIndex } from './use-store-index.ts';

/** Longer than between two letters of somebody quick: pictures that nobody would see are not asked for. */
const FINGERS_REST_MS = 150;

/**
 * Search and what it finds. With the index in the browser a letter is answered in the frame after it, and the router
 * follows after a pause; without it the router leads, and the server answers.
 */
export function Shelves({ page }: { page: StorePage }) {
  useStoreIndex(page);
  const navigate = useNavigate();
  const isSlow = useSlow(useNavigation().location?.pathname === '/loja');
  /** `first`: what is drawn with the letter, until the rest of the answer is drawn too. */
  const [typed, setTyped] = useState<{ page: StorePage; first: CardSkin[] | null } | null>(null);
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
    if (path && !(typed && path === sent.current)) {
      sent.current = path;
      void navigate(path, { replace: true, preventScrollReset: scrollY < 200 });
    }
    wanted.current = null;
  });
  const finish = useDelayed(() => startTransition(() => setTyped((now) => now && { ...now, first: null })));
  const search = useCallback(
    (filters: StoreFilters, afterMs: number): void => {
      wanted.current = storePath(filters);
      const found = searchStore(filters);
      if (found) {
        if (scrollY >= 200) scrollTo(0, 0);
        setTyped((now) => ({
          page: found,
          first: drawFirst(found.skins, now?.first ?? (now?.page ?? page).skins),
        }));
        finish(FINGERS_REST_MS);
      }
      follow(afterMs);
    },
    [finish, follow, page],
  );
  /** Whoever opens a card goes there, wherever the router has yet to follow, and comes back to what was typed. */
  function stay(): void {
    if (wanted.current) history.replaceState(history.state, '', wanted.current);
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
        <StoreResults page={typed?.page ?? page} first={typed?.first} isSearching={isSearching} />
      </div>
    </>
  );
}
