import { useEffect, useRef } from 'react';
import { Form } from 'react-router';
import { Button } from '#app/ui/form/button.tsx';
import { SearchField } from '#app/ui/form/search-field.tsx';
import { inputClass } from '#app/ui/form/text-field.tsx';
import { useGroupWords } from '#app/ui/frame/use-group-words.ts';
import { ChampionOptions, type ChampionList } from './champion-options.tsx';
import { readStoreFilters, SORTS, type StoreFilters } from './store-filters.ts';
import { loadIndex } from './store-index.ts';

const selectClass = `${inputClass} select-field`;

/** A GET form: searches as one types with JavaScript, and on Enter without. Stays in reach under the header. */
export function StoreSearch({
  filters,
  champions,
  isSearching,
  onSearch,
}: {
  filters: StoreFilters;
  champions: ChampionList;
  isSearching: boolean;
  onSearch: (filters: StoreFilters, afterMs: number) => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const words = useGroupWords();
  function show(afterMs: number): void {
    if (!form.current) return;
    const params = new URLSearchParams();
    for (const [key, value] of new FormData(form.current))
      if (typeof value === 'string') params.set(key, value);
    onSearch(readStoreFilters(params), afterMs);
  }

  const champion = useRef<HTMLSelectElement>(null);
  const sort = useRef<HTMLSelectElement>(null);
  const sortValue = SORTS.find((each) => each.sort === filters.sort)?.value ?? '';
  useEffect(() => {
    // Chosen before the page listened.
    if ([champion, sort].some(({ current }) => current && isChosen(current))) show(0);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, []);
  const last = useRef([filters.championId, sortValue]);
  // Back and forward change the address under them.
  useEffect(() => {
    if (last.current[0] === filters.championId && last.current[1] === sortValue) return;
    last.current = [filters.championId, sortValue];
    if (champion.current) champion.current.value = filters.championId;
    if (sort.current) sort.current.value = sortValue;
  }, [filters.championId, sortValue]);

  return (
    <Form
      ref={form}
      method="get"
      action="/loja"
      role="search"
      aria-label="Skins"
      onFocus={() => void loadIndex()}
      onSubmit={(event) => {
        event.preventDefault();
        show(0);
      }}
      className="search-bar"
    >
      {/* On phones only the field stays; the two filters scroll away. */}
      <div className="search-line">
        <SearchField
          query={filters.query}
          label={words.search}
          placeholder={words.placeholder}
          isSearching={isSearching}
          onSearch={show}
        />
      </div>
      <div className="search-facets">
        <select
          name="campeao"
          aria-label={words.group}
          ref={champion}
          defaultValue={filters.championId}
          onChange={() => show(0)}
          className={selectClass}
        >
          <option value="">{words.any}</option>
          <ChampionOptions champions={champions} />
        </select>
        <select
          name="ordem"
          aria-label="Ordenar por"
          ref={sort}
          defaultValue={sortValue}
          onChange={() => show(0)}
          className={selectClass}
        >
          {SORTS.map(({ value, sort, label }) => (
            <option key={value} value={value}>
              {sort === 'champion' ? words.group : label}
            </option>
          ))}
        </select>
      </div>
      <noscript>
        <Button type="submit" variant="outline">
          Pesquisar
        </Button>
      </noscript>
    </Form>
  );
}

/** Another option than the page came with. A value that no option has is no choice. */
const isChosen = ({ options, selectedOptions }: HTMLSelectElement): boolean =>
  selectedOptions[0]?.defaultSelected === false &&
  [...options].some(({ defaultSelected }) => defaultSelected);
