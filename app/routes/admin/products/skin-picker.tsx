import { Link2 } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '#app/ui/form/button.tsx';
import { groupThousands } from '#shop/text/group-thousands.ts';
import { inputClass } from '#app/ui/form/text-field.tsx';
import type { LinkedSkin } from './product-draft.ts';
import { useApiSearch } from '../use-api-search.ts';

interface FoundSkins {
  skins: LinkedSkin[];
  total: number;
}

interface SkinPickerProps {
  skin: LinkedSkin | null;
  error: string | undefined;
  /** Instead of what a product's form says while no skin is chosen. */
  note?: string;
  onPick: (skin: LinkedSkin | null) => void;
}

/** Links a product to a skin of the catalogue (ruling 12), or shows the link and lets it go. */
export function SkinPicker({
  skin,
  error,
  note = 'Opcional. Sem skin ligada, o produto fica só para a equipe.',
  onPick,
}: SkinPickerProps) {
  const id = useId();
  const isLinked = skin !== null;
  const wasLinked = useRef(isLinked);
  // Choosing and removing a skin each remove the control with the focus; its replacement gets the focus.
  useEffect(() => {
    if (wasLinked.current !== isLinked) document.getElementById(`${id}-search`)?.focus();
    wasLinked.current = isLinked;
  }, [id, isLinked]);
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={`${id}-search`} id={`${id}-label`} className="text-sm font-medium">
        Skin do catálogo
      </label>
      {skin ? (
        <div
          role="group"
          aria-labelledby={`${id}-label`}
          className="flex items-center gap-3 rounded-control border border-line bg-raised px-3.5 py-1"
        >
          <Link2 aria-hidden="true" className="size-[18px] shrink-0 text-accent" />
          <span className="min-w-0 grow py-1 text-sm break-words">
            {skin.name} <span className="text-muted">- {skin.championName}</span>
          </span>
          <Button
            id={`${id}-search`}
            variant="ghost"
            className="shrink-0 px-3!"
            aria-invalid={error ? true : undefined}
            aria-label={`Desligar da skin ${skin.name}`}
            onClick={() => onPick(null)}
          >
            Desligar
          </Button>
        </div>
      ) : (
        <SkinSearch id={id} invalid={error !== undefined} onPick={onPick} />
      )}
      <p id={`${id}-note`} className={`text-xs ${error ? 'text-danger' : 'text-muted'}`}>
        {error ?? (skin ? 'Ligado a esta skin da loja.' : note)}
      </p>
    </div>
  );
}

/** A combobox: 2,000 skins are too many for a select. */
function SkinSearch({
  id,
  invalid,
  onPick,
}: {
  id: string;
  invalid: boolean;
  onPick: (skin: LinkedSkin) => void;
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
    // Enter here chooses; it never saves a product that is still being put together.
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
