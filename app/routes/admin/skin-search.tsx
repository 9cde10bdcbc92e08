import { useState, type KeyboardEvent } from 'react';
import { inputClass } from '#app/ui/form/text-field.tsx';
import { groupThousands } from '#shop/text/group-thousands.ts';
import { useApiSearch } from './use-api-search.ts';

/** A skin of the catalogue, as `GET /api/admin/skins` answers. */
export interface FoundSkin {
  championId: string;
  championName: string;
  num: number;
  name: string;
}

interface FoundSkins {
  skins: FoundSkin[];
  total: number;
}

/**
 * A combobox: 2,000 skins are too many for a select. `id` begins the ids of its parts; a note of the caller is `${id}-note`.
 */
export function SkinSearch({
  id,
  invalid,
  onPick,
}: {
  id: string;
  invalid: boolean;
  onPick: (skin: FoundSkin) => void;
}) {
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const { found, failed } = useApiSearch<FoundSkins>('/api/admin/skins', query);
  const { skins, total } = found?.answer ?? { skins: [], total: 0 };
  const chosen = skins[active];

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((at) => (at + step + skins.length) % Math.max(skins.length, 1));
    }
    // Enter here chooses; it never sends a form that is still being put together.
    if (event.key === 'Enter') {
      event.preventDefault();
      if (chosen) onPick(chosen);
    }
  }

  return (
    <>
      <input
        id={`${id}-search`}
        type="search"
        role="combobox"
        aria-expanded={skins.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={chosen ? `${id}-${active}` : undefined}
        aria-describedby={`${id}-note`}
        aria-invalid={invalid || undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        value={query}
        placeholder="Pesquisar por skin ou campeão..."
        className={inputClass}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setQuery(event.target.value);
          setActive(0);
        }}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Skins encontradas"
        hidden={skins.length === 0}
        className="max-h-56 overflow-y-auto rounded-control border border-line bg-raised"
      >
        {skins.map((skin, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the combobox above has the keyboard
          <div
            key={`${skin.championId}_${skin.num}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            ref={index === active ? (row) => row?.scrollIntoView({ block: 'nearest' }) : undefined}
            onClick={() => onPick(skin)}
            className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2 px-3.5 py-2 text-sm break-words hover:bg-surface aria-selected:bg-surface"
          >
            {skin.name} <span className="text-muted">- {skin.championName}</span>
          </div>
        ))}
      </div>
      <p role="status" className="text-xs text-muted empty:hidden">
        {failed && 'A pesquisa não respondeu. Mude o texto para tentar de novo.'}
        {!failed && found && total === 0 && `Nenhuma skin encontrada para "${found.query}".`}
        {!failed &&
          found &&
          total > skins.length &&
          `${skins.length} de ${groupThousands(total)} skins. Continue digitando para achar a sua.`}
      </p>
    </>
  );
}
