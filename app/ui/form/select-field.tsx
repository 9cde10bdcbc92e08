import type { ComponentProps } from 'react';
import { useLabelled } from './labelled.tsx';
import { useOperationForm } from './operation-form.tsx';
import { inputClass } from './text-field.tsx';

/** A choice in an `OperationForm`, with its label and what is not right with it. */
export function SelectField({
  label,
  name,
  hint,
  ...select
}: ComponentProps<'select'> & { label: string; name?: string; hint?: string }) {
  const { fields, typed } = useOperationForm();
  const error = name ? fields[name] : undefined;
  const { wires, frame } = useLabelled({ label, hint, error }, select);
  return frame(
    <select
      name={name}
      className={inputClass}
      {...select}
      {...wires}
      {...(select.value === undefined && { defaultValue: (name && typed[name]) ?? select.defaultValue })}
    />,
  );
}
