import type { ComponentProps, ReactNode } from 'react';
import { useLabelled, type Labelled } from './labelled.tsx';

export const inputClass =
  'min-h-11 w-full rounded-control border border-line bg-raised px-3.5 text-sm text-text placeholder:text-muted hover:border-muted/60 aria-invalid:border-danger';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'>, Labelled {
  /** A control inside the field's right end, such as show/hide. */
  trailing?: ReactNode;
}

export function TextField({ label, hint, error, invalid, trailing, className, ...input }: TextFieldProps) {
  const { wires, frame } = useLabelled({ label, hint, error, invalid, className }, input);
  return frame(
    <div className="relative">
      <input className={`${inputClass} ${trailing ? 'pr-12' : ''}`} {...input} {...wires} />
      {trailing && <div className="absolute inset-y-0 right-0 flex items-center">{trailing}</div>}
    </div>,
  );
}
