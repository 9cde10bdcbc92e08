import { useId } from 'react';

export function ProductSwitch({
  checked,
  isLinked,
  onChange,
}: {
  checked: boolean;
  isLinked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4 rounded-control border border-line bg-raised/50 px-3.5 py-2.5">
      <div className="min-w-0">
        <label htmlFor={id} className="flex min-h-6 items-center text-sm font-medium">
          Produto ativo
        </label>
        {isLinked && (
          <p id={`${id}-note`} className="text-xs text-muted">
            Desligado, a skin ligada fica ‘Indisponível’ na loja.
          </p>
        )}
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        aria-describedby={isLinked ? `${id}-note` : undefined}
        onChange={(event) => onChange(event.target.checked)}
        className="relative h-6 w-11 shrink-0 cursor-pointer appearance-none rounded-full border border-muted bg-raised transition-colors before:absolute before:top-1/2 before:left-0.5 before:size-[18px] before:-translate-y-1/2 before:rounded-full before:bg-muted before:transition-transform checked:border-accent checked:bg-accent checked:before:translate-x-5 checked:before:bg-accent-ink"
      />
    </div>
  );
}
