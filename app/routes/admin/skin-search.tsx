import { useState } from 'react';
import { useGroupWords } from '#app/ui/frame/use-group-words.ts';
import { groupThousands } from '#shop/text/group-thousands.ts';
import { useApiSearch } from './use-api-search.ts';
import { useCombobox } from './use-combobox.ts';

/** A skin of the catalogue, as `GET /api/admin/skins` answers. */
export interface FoundSkin {
  sku: string;
  championName: string;
  name: string;
}

export interface FoundSkins {
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
  const { placeholder } = useGroupWords();
  const { found, failed } = useApiSearch<FoundSkins>('/api/admin/skins', query);
  const { skins, total } = found?.answer ?? { skins: [], total: 0 };

  const { input, list, option } = useCombobox({ id, query, onType: setQuery, entries: skins, onPick });
  return (
    <>
      <input
        {...input}
        aria-describedby={`${id}-note`}
        aria-invalid={invalid || undefined}
        placeholder={placeholder}
      />
      <div
        {...list}
        aria-label="Skins encontradas"
        hidden={skins.length === 0}
        className="max-h-56 overflow-y-auto rounded-control border border-line bg-raised"
      >
        {skins.map((skin) => (
          <div
            key={skin.sku}
            {...option(skin)}
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
