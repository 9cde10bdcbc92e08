import { useId, type ComponentProps } from 'react';
import { inputClass } from './text-field.tsx';

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id'> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** Refused for a reason that stands elsewhere on the screen; `aria-describedby` names the place. */
  invalid?: boolean;
}

/** Several lines of text; it grows with the text if the browser supports that. */
export function TextArea({
  label,
  hint,
  error,
  invalid = error !== undefined,
  className = '',
  rows = 6,
  ...area
}: TextAreaProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={`flex flex-col gap-1.5 ${className}`}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <textarea
        id={id}
        rows={rows}
        className={`${inputClass} field-sizing-content max-h-[60dvh] resize-y py-2.5`}
        style={{ minHeight: `${rows * 1.5 + 1.5}em` }}
        aria-invalid={invalid || undefined}
        {...area}
        aria-describedby={
          [area['aria-describedby'], note && `${id}-note`].filter(Boolean).join(' ') || undefined
        }
      />
      {note && (
        <p id={`${id}-note`} className={`text-xs ${error ? 'text-danger' : 'text-muted'}`}>
          {note}
        </p>
      )}
    </div>
  );
}
