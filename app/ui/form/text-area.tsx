import type { ComponentProps } from 'react';
import { useLabelled, type Labelled } from './labelled.tsx';
import { inputClass } from './text-field.tsx';

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id' | 'className'> & Labelled;

/** Several lines of text; it grows with the text if the browser supports that. */
export function TextArea({ label, hint, error, invalid, className, rows = 6, ...area }: TextAreaProps) {
  const { wires, frame } = useLabelled({ label, hint, error, invalid, className }, area);
  return frame(
    <textarea
      rows={rows}
      className={`${inputClass} field-sizing-content max-h-[60dvh] resize-y py-2.5`}
      style={{ minHeight: `${rows * 1.5 + 1.5}em` }}
      {...area}
      {...wires}
    />,
  );
}
