import { use, useId, type ReactNode } from 'react';
import { FailedField } from './failed-field.ts';

export interface Labelled {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** Refused for a reason that stands elsewhere on the screen; `aria-describedby` names the place. */
  invalid?: boolean | undefined;
  className?: string | undefined;
}

interface FieldWires {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** Label, hint and error around a field, wired for screen readers. */
export function useLabelled(
  { label, hint, error, invalid, className = '' }: Labelled,
  field: { name?: string | undefined; 'aria-describedby'?: string | undefined },
): { wires: FieldWires; frame: (input: ReactNode) => ReactNode } {
  const id = useId();
  const failed = use(FailedField);
  const isFailed = field.name !== undefined && field.name === failed.name;
  const note = error ?? hint;
  const described = [isFailed && failed.noteId, field['aria-describedby'], note && `${id}-note`];
  return {
    wires: {
      id,
      'aria-invalid': (invalid ?? (error !== undefined || isFailed)) || undefined,
      'aria-describedby': described.filter(Boolean).join(' ') || undefined,
    },
    frame: (input) => (
      <div className={`flex flex-col gap-1.5 ${className}`}>
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {input}
        {note && (
          <p id={`${id}-note`} className={`text-xs ${error ? 'text-danger' : 'text-muted'}`}>
            {note}
          </p>
        )}
      </div>
    ),
  };
}
