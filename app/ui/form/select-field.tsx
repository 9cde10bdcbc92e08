import { useId, type ComponentProps } from 'react';
import { useOperationForm } from './operation-form.tsx';
import { inputClass } from './text-field.tsx';

/** A choice in an `OperationForm`, with its label and what is not right with it. */
export function SelectField({
  label,
  name,
  ...select
}: ComponentProps<'select'> & { label: string; name?: string }) {
  const { fields, typed } = useOperationForm();
  const id = useId();
  const error = name ? fields[name] : undefined;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <select
        id={id}
        name={name}
        className={inputClass}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error && `${id}-note`}
        {...select}
        {...(select.value === undefined && { defaultValue: (name && typed[name]) ?? select.defaultValue })}
      />
      {error && (
        <p id={`${id}-note`} className="text-xs text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
