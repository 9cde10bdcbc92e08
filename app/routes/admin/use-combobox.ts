import type { ChangeEvent, KeyboardEvent } from 'react';
import { useState } from 'react';
import { inputClass } from '#app/ui/form/text-field.tsx';

interface Combobox<Entry> {
  /** Begins the ids of its parts. */
  id: string;
  query: string;
  onType: (query: string) => void;
  entries: readonly Entry[];
  onPick: (entry: Entry) => void;
}

/** The attributes of a search whose results stand below it, and are chosen by keyboard alone, or by touch. */
export function useCombobox<Entry>({ id, query, onType, entries, onPick }: Combobox<Entry>) {
  const [active, setActive] = useState(0);
  const chosen = entries[active] ?? entries[0];
  const input = {
    id: `${id}-search`,
    type: 'search',
    role: 'combobox',
    'aria-expanded': entries.length > 0,
    'aria-controls': `${id}-list`,
    'aria-autocomplete': 'list',
    'aria-activedescendant': chosen ? `${id}-${entries.indexOf(chosen)}` : undefined,
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    maxLength: 100,
    value: query,
    className: inputClass,
    onChange({ target }: ChangeEvent<HTMLInputElement>) {
      onType(target.value);
      setActive(0);
    },
    onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step && entries.length > 0) {
        event.preventDefault();
        setActive((Math.min(active, entries.length - 1) + step + entries.length) % entries.length);
      }
      // Enter here chooses; it never sends a form that is still being put together.
      if (event.key === 'Enter') {
        event.preventDefault();
        if (chosen) onPick(chosen);
      }
    },
  } as const;
  const option = (entry: Entry) => ({
    id: `${id}-${entries.indexOf(entry)}`,
    role: 'option',
    'aria-selected': entry === chosen,
    ref: (row: HTMLElement | null) => {
      if (entry === chosen) row?.scrollIntoView({ block: 'nearest' });
    },
    onClick: () => onPick(entry),
  });
  return { input, list: { id: `${id}-list`, role: 'listbox' }, option };
}
