import { Link, useNavigation } from 'react-router';
import { buttonClass } from '#app/ui/form/button.tsx';
import { Spinner } from '#app/ui/feedback/spinner.tsx';
import { PAGE_SIZE, storePath, WHOLE_PAGES, type StoreFilters } from './store-filters.ts';

/** Lets the list grow in place, and after `WHOLE_PAGES` leads from page to page and back. */
export function PageLinks({ filters, total }: { filters: StoreFilters; total: number }) {
  const { location } = useNavigation();
  const { page } = filters;
  const previous = storePath({ ...filters, page: page - 1 });
  const next = storePath({ ...filters, page: page + 1 });
  const growsInPlace = page < WHOLE_PAGES;
  return (
    <div className="flex justify-center gap-3 pt-8">
      {page > WHOLE_PAGES && (
        <Link
          rel="prev"
          // The page before the first separate page is the whole list, and its end holds the cards before this page.
          to={page - 1 === WHOLE_PAGES ? `${previous}#carregar-mais` : previous}
          className={buttonClass('outline', 'min-w-36')}
        >
          Anteriores
        </Link>
      )}
      {page * PAGE_SIZE < total && (
        <Link
          id="carregar-mais"
          rel="next"
          to={next}
          replace={growsInPlace}
          preventScrollReset={growsInPlace}
          className={buttonClass('outline', page > WHOLE_PAGES ? 'min-w-36' : 'min-w-48 scroll-mt-[60vh]')}
        >
          {location && location.pathname + location.search === next && <Spinner />}
          Carregar mais
        </Link>
      )}
    </div>
  );
}
