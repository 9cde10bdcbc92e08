import { useId, type ComponentProps } from 'react';

interface SwitchFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'role'> {
  label: string;
  hint?: string | undefined;
}

export function SwitchField({ label, hint, ...input }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4 rounded-control border border-line bg-raised/50 px-3.5 py-2.5">
      <div className="min-w-0">
        <label htmlFor={id} className="flex min-h-6 items-center text-sm font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-note`} className="text-xs text-muted">
            {hint}
          </p>
        )}
      </div>
      <input
        id={id}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- A checkbox tells its state itself.
        role="switch"
        aria-describedby={hint ? `${id}-note` : undefined}
        className="relative h-6 w-11 shrink-0 cursor-pointer appearance-none rounded-full border border-muted bg-raised transition-colors before:absolute before:top-1/2 before:left-0.5 before:size-[18px] before:-translate-y-1/2 before:rounded-full before:bg-muted before:transition-transform checked:border-accent checked:bg-accent checked:before:translate-x-5 checked:before:bg-accent-ink"
        {...input}
      />
    </div>
  );
}
