import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { Dialog } from '#app/ui/frame/dialog.tsx';
import type { PanelGroup } from '../panel/panel-screens.ts';
import type { FoundSkins } from '../skin-search.tsx';
import { useApiSearch } from '../use-api-search.ts';
import { useCombobox } from '../use-combobox.ts';
import { paletteSections, type FoundOrder, type PaletteEntry } from './palette-results.ts';

/** One letter finds everything. */
const SHORTEST = 2;

const ENTRY =
  'flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2.5 rounded-control px-3 py-2 [overflow-wrap:anywhere] hover:bg-raised aria-selected:bg-raised';

/** Finds screens, orders and skins, and goes there: by keyboard alone, or by touch. */
export function CommandPalette({ groups, onClose }: { groups: PanelGroup[]; onClose: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const orders = useApiSearch<FoundOrder[]>('/api/admin/orders', query, SHORTEST);
  const skins = useApiSearch<FoundSkins>('/api/admin/skins', query, SHORTEST);
  const sections = paletteSections(query, groups, {
    orders: orders.found?.answer ?? [],
    skins: skins.found?.answer.skins ?? [],
  });
  const entries = sections.flatMap((section) => section.entries);
  const typed = query.trim();
  const isAsking =
    typed.length >= SHORTEST &&
    [orders, skins].some(({ found, failed }) => found?.query !== typed && !failed);
  const failed = orders.failed || skins.failed;

  const go = ({ to }: PaletteEntry) => {
    onClose();
    void navigate(to);
  };
  const { input, list, option } = useCombobox({ id, query, onType: setQuery, entries, onPick: go });

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Buscar no painel">
      <input
        {...input}
        aria-label="Tela, pedido, nome, e-mail ou skin"
        placeholder="Tela, pedido, nome, e-mail ou skin"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by a press that asks for exactly this field
        autoFocus
      />
      <div {...list} aria-label="Resultados" className="mt-3 max-h-[min(52dvh,420px)] overflow-y-auto">
        {sections.map((section) => (
          <div key={section.name} role="group" aria-labelledby={`${id}-${section.name}`}>
            <p id={`${id}-${section.name}`} className="px-3 pt-2 pb-1 text-xs text-muted">
              {section.name}
            </p>
            {section.entries.map((entry) => (
              <div key={entry.to} {...option(entry)} className={ENTRY}>
                <span className="font-medium">{entry.label}</span>
                <span className="line-clamp-2 text-xs text-muted">{entry.about}</span>
              </div>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className="mt-3 text-xs text-muted">
        {isAsking
          ? 'Procurando...'
          : failed
            ? 'A pesquisa não respondeu por inteiro. Mude o texto para tentar de novo.'
            : entries.length === 0
              ? `Nada encontrado para "${typed}".`
              : `${entries.length} ${entries.length === 1 ? 'resultado' : 'resultados'}`}
      </p>
      <p className="mt-1 hidden text-xs text-muted md:[@media(hover:hover)]:block">
        Setas escolhem, Enter abre, Esc fecha.
      </p>
    </Dialog>
  );
}
