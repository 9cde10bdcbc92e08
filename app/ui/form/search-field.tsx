import { Search, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Spinner } from '../feedback/spinner.tsx';
import { inputClass } from './text-field.tsx';

/** Shorter than a pause between words, longer than the one between letters. */
const DEBOUNCE_MS = 220;

export interface SearchFieldProps {
  /** The search text in the address. */
  query: string;
  label: string;
  placeholder: string;
  isSearching?: boolean;
  /** Asked for by a letter after a pause, by the clearing button at once. */
  onSearch: (afterMs: number) => void;
}

/** The field `q` of a GET form: searches as one types with JavaScript, and on Enter without. */
export function SearchField({ query, label, placeholder, isSearching = false, onSearch }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const last = useRef(query);
  useEffect(() => {
    // Typed before the page listened.
    if (field.current?.value !== query) onSearch(0);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, []);
  // Back, forward and filters change the address under the field; while someone types, the field leads.
  useEffect(() => {
    if (query === last.current) return;
    last.current = query;
    if (field.current && document.activeElement !== field.current) field.current.value = query;
  }, [query]);

  return (
    <div className="relative">
      <span className="pointer-events-none absolute inset-y-0 left-3.5 flex items-center text-muted">
        {isSearching ? (
          <Spinner className="size-[18px]" />
        ) : (
          <Search aria-hidden="true" className="size-[18px]" />
        )}
      </span>
      <input
        ref={field}
        type="search"
        name="q"
        defaultValue={query}
        aria-label={label}
        placeholder={placeholder}
        maxLength={100}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        onChange={() => onSearch(DEBOUNCE_MS)}
        className={`${inputClass} peer pr-11 pl-11`}
      />
      <button
        type="button"
        aria-label="Limpar pesquisa"
        onClick={() => {
          if (!field.current) return;
          field.current.value = '';
          field.current.focus();
          onSearch(0);
        }}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-muted peer-placeholder-shown:hidden hover:text-text"
      >
        <X aria-hidden="true" className="size-[18px]" />
      </button>
    </div>
  );
}
