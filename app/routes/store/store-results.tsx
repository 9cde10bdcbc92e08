import { SearchX } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { groupThousands } from '#shop/text/group-thousands.ts';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { SkinList } from '#app/ui/skin/skin-list.tsx';
import { PageLinks } from './page-links.tsx';
import { PAGE_SIZE, WHOLE_PAGES, type StoreFilters } from './store-filters.ts';
import type { StorePage } from './store-index.ts';

/**
 * The first screen of a phone. With the styles and the typeface they are the six files that a browser fetches at once
 * from one server. What a wider window shows besides is asked for as soon as the page is laid out.
 */
const EAGER_CARDS = 4;

/** By `memo` a letter is drawn in the field before the cards that it finds. */
export const StoreResults = memo(function StoreResults({
  page: { skins, total, filters },
  isSearching,
}: {
  page: StorePage;
  isSearching: boolean;
}) {
  const { page } = filters;
  const isWhole = page <= WHOLE_PAGES;
  const list = useRef<HTMLUListElement>(null);
  const shownPage = useRef(page);
  // The keyboard goes on at the first new card instead of after all of them.
  useEffect(() => {
    if (page > shownPage.current && document.activeElement?.id === 'carregar-mais') {
      const place = isWhole ? (page - 1) * PAGE_SIZE : 0;
      list.current?.querySelectorAll('a')[place]?.focus({ preventScroll: true });
    }
    shownPage.current = page;
  }, [page, isWhole]);

  const before = isWhole ? 0 : (page - 1) * PAGE_SIZE;
  const shown = `${before > 0 ? `${groupThousands(before + 1)} a ` : ''}${groupThousands(before + skins.length)}`;
  return (
    <section aria-label="Skins" aria-busy={isSearching || undefined} className="pt-1">
      <p role="status" className="mb-4 text-xs text-muted tabular-nums">
        {isSearching
          ? 'Carregando skins oficiais...'
          : `Mostrando ${shown} de ${groupThousands(total)} skins oficiais`}
      </p>
      {skins.length === 0 ? (
        <Nothing filters={filters} />
      ) : (
        <>
          <SkinList ref={list} skins={skins} eagerCards={EAGER_CARDS} />
          <PageLinks filters={filters} total={total} />
        </>
      )}
    </section>
  );
});

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
