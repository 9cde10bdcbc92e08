import { useId, type ComponentProps, type ReactNode } from 'react';

export const inputClass =
  'min-h-11 w-full rounded-control border border-line bg-raised px-3.5 text-sm text-text placeholder:text-muted hover:border-muted/60 aria-invalid:border-danger';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** Refused for a reason that stands elsewhere on the screen; `aria-describedby` names the place. */
  invalid?: boolean;
  /** A control inside the field's right end, such as show/hide. */
  trailing?: ReactNode;
}

/** Label, input, hint and error, wired for screen readers. */
export function TextField({
  label,
  hint,
  error,
  invalid = error !== undefined,
  trailing,
  className = '',
  ...input
}: TextFieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={`flex flex-col gap-1.5 ${className}`}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          className={`${inputClass} ${trailing ? 'pr-12' : ''}`}
          aria-invalid={invalid || undefined}
          {...input}
          aria-describedby={
            [input['aria-describedby'], note && `${id}-note`].filter(Boolean).join(' ') || undefined
          }
        />
        {trailing && <div className="absolute inset-y-0 right-0 flex items-center">{trailing}</div>}
      </div>
      {note && (
        <p id={`${id}-note`} className={`text-xs ${error ? 'text-danger' : 'text-muted'}`}>
          {note}
        </p>
      )}
    </div>
  );
}
