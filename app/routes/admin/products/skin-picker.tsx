import { Link2 } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { Button } from '#app/ui/form/button.tsx';
import { SkinSearch, type FoundSkin } from '../skin-search.tsx';

interface SkinPickerProps {
  skin: FoundSkin | null;
  error: string | undefined;
  /** Instead of what a product's form says while no skin is chosen. */
  note?: string;
  onPick: (skin: FoundSkin | null) => void;
}

/** Links a product to a skin of the catalogue, or shows the link and lets it go. */
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
