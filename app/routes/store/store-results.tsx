import { SearchX } from 'lucide-react';
import { memo, useEffect, useLayoutEffect, useRef, useState, type ReactElement } from 'react';
import { Link, useNavigation } from 'react-router';
import { buttonClass } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { groupThousands } from '#app/ui/group-thousands.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { SkinCard, skinPath, type CardSkin } from '#app/ui/skin-card.tsx';
import { SkinList } from '#app/ui/skin-list.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { recallHeights, rememberHeights } from './card-heights.ts';
import { PAGE_SIZE, storePath, type StoreFilters } from './store-filters.ts';
import type { StorePage } from './store-index.ts';

/** The first row of the widest grid; the rest waits until it is scrolled to. */
const EAGER_CARDS = 5;
/** Of the first screen at most: to find out that they are on it would cost a letter a second layout. */
const NEVER_SKIPPED = 15;
/** What a search shows stands in the list itself, so that a letter makes no card anew. */
const UNGROUPED = 60;

export const StoreResults = memo(function StoreResults({
  page: { skins, total, filters },
  first,
  isSearching,
}: {
  page: StorePage;
  /** What stands there while only the cards in sight are drawn. */
  first: CardSkin[] | null | undefined;
  isSearching: boolean;
}) {
  return (
    <section aria-label="Skins" aria-busy={isSearching || undefined} className="pt-1">
      <p role="status" className="mb-4 text-xs text-muted tabular-nums">
        {isSearching
          ? 'Carregando skins oficiais...'
          : `Mostrando ${groupThousands(skins.length)} de ${groupThousands(total)} skins oficiais`}
      </p>
      {skins.length === 0 ? (
        <Nothing filters={filters} />
      ) : (
        <>
          <Cards skins={first ?? skins} page={filters.page} />
          {skins.length < total && <LoadMore filters={filters} />}
        </>
      )}
    </section>
  );
});

function Cards({ skins, page }: { skins: CardSkin[]; page: number }) {
  const list = useRef<HTMLUListElement>(null);
  const shownPages = useRef(page);

  // The keyboard goes on at the first new card instead of after all of them.
  useEffect(() => {
    if (page > shownPages.current && document.activeElement?.id === 'carregar-mais') {
      list.current?.querySelectorAll('a')[(page - 1) * PAGE_SIZE]?.focus({ preventScroll: true });
    }
    shownPages.current = page;
  }, [page]);

  // What a letter brings is drawn first and fetched then, and what stays is not touched.
  const [eager] = useState(() => skins.slice(0, EAGER_CARDS).map(skinPath));
  const [heights] = useState(recallHeights);
  useLayoutEffect(() => {
    const cards = list.current;
    return () => {
      if (cards) rememberHeights(cards);
    };
  }, []);

  const sized = (name: string) => {
    const height = heights.get(name);
    return height ? { containIntrinsicBlockSize: `auto ${height}px` } : undefined;
  };
  const cells = skins.map((skin, index) => {
    const path = skinPath(skin);
    const isGrouped = index >= UNGROUPED;
    return (
      <li
        // A letter changes what stands in a card and makes none: another place in the list, another card.
        key={isGrouped ? path : index}
        className={isGrouped || index < NEVER_SKIPPED ? undefined : 'skin-cell'}
        style={sized(`skin-cell ${path}`)}
        // A browser does not count what it skips.
        {...(isGrouped && { role: 'listitem', 'aria-setsize': skins.length, 'aria-posinset': index + 1 })}
      >
        <SkinCard skin={skin} eager={eager.includes(path)} />
      </li>
    );
  });
  /** For the eye and the screen reader they are not there. */
  const group = (Tag: 'ul' | 'li', className: string, size: number, items: ReactElement[]) =>
    items.flatMap((first, index) =>
      index % size === 0 ? (
        <Tag
          key={first.key}
          role="presentation"
          className={className}
          style={sized(`${className} ${first.key}`)}
        >
          {items.slice(index, index + size)}
        </Tag>
      ) : (
        []
      ),
    );
  return (
    <SkinList ref={list}>
      {cells.slice(0, UNGROUPED)}
      {group('li', 'skin-group', 3, group('ul', 'skin-chunk', 20, cells.slice(UNGROUPED)))}
    </SkinList>
  );
}

function LoadMore({ filters }: { filters: StoreFilters }) {
  const navigation = useNavigation();
  const next = storePath({ ...filters, page: filters.page + 1 });
  const { pathname = '', search = '' } = navigation.location ?? {};
  return (
    <div className="flex justify-center pt-8">
      <Link
        id="carregar-mais"
        to={next}
        replace
        preventScrollReset
        className={buttonClass('outline', 'min-w-48')}
      >
        {pathname + search === next && <Spinner />}
        Carregar mais
      </Link>
    </div>
  );
}

function Nothing({ filters }: { filters: StoreFilters }) {
  const title = filters.query.trim()
    ? `Nenhuma skin encontrada para "${filters.query}"`
    : 'Nenhuma skin encontrada neste filtro';
  return (
    <EmptyState as="h2" icon={SearchX} title={title}>
      <LinkButton to="/loja" variant="outline" replace>
        Ver todas as skins
      </LinkButton>
    </EmptyState>
  );
}
