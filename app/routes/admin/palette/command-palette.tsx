import { useId, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { Dialog } from '#app/ui/frame/dialog.tsx';
import { inputClass } from '#app/ui/form/text-field.tsx';
import type { PanelGroup } from '../panel/panel-screens.ts';
import { useApiSearch } from '../use-api-search.ts';
import { paletteSections, type FoundOrder, type FoundSkins } from './palette-results.ts';

/** One letter finds everything. */
const SHORTEST = 2;

/** Finds screens, orders and skins, and goes there: by keyboard alone, or by touch. */
export function CommandPalette({ groups, onClose }: { groups: PanelGroup[]; onClose: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const orders = useApiSearch<FoundOrder[]>('/api/admin/orders', query, SHORTEST);
  const skins = useApiSearch<FoundSkins>('/api/admin/skins', query, SHORTEST);
  const sections = paletteSections(query, groups, {
    orders: orders.found?.answer ?? [],
    skins: skins.found?.answer.skins ?? [],
  });
  const entries = sections.flatMap((section) => section.entries);
  const chosen = entries[active] ?? entries[0];
  const typed = query.trim();
  const isAsking =
    typed.length >= SHORTEST &&
    [orders, skins].some(({ found, failed }) => found?.query !== typed && !failed);
  const failed = orders.failed || skins.failed;

  function go(to: string): void {
    onClose();
    void navigate(to);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && entries.length > 0) {
      event.preventDefault();
      setActive((Math.min(active, entries.length - 1) + step + entries.length) % entries.length);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      if (chosen) go(chosen.to);
    }
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Buscar no painel">
      <input
        type="search"
        role="combobox"
        aria-label="Tela, pedido, nome, e-mail ou skin"
        aria-expanded={entries.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={chosen ? `${id}-${entries.indexOf(chosen)}` : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        placeholder="Tela, pedido, nome, e-mail ou skin"
        value={query}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by a press that asks for exactly this field
        autoFocus
        className={inputClass}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setQuery(event.target.value);
          setActive(0);
        }}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Resultados" className="palette-list">
        {sections.map((section) => (
          <div key={section.name} role="group" aria-labelledby={`${id}-${section.name}`}>
            <p id={`${id}-${section.name}`} className="palette-heading">
              {section.name}
            </p>
            {section.entries.map((entry) => {
              const index = entries.indexOf(entry);
              return (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the combobox above has the keyboard
                <div
                  key={entry.to}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={entry === chosen}
                  ref={entry === chosen ? (row) => row?.scrollIntoView({ block: 'nearest' }) : undefined}
                  onClick={() => go(entry.to)}
                  className="palette-entry"
                >
                  <span className="palette-label">{entry.label}</span>
                  <span className="palette-about">{entry.about}</span>
                </div>
              );
            })}
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
      <p className="palette-keys">Setas escolhem, Enter abre, Esc fecha.</p>
    </Dialog>
  );
}
