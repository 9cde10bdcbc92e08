import { useLayoutEffect, useRef, type ComponentProps } from 'react';
import { TextField } from '#app/ui/form/text-field.tsx';
import { caretAfterMask } from './mask-customer.ts';

interface MaskedFieldProps extends Omit<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'ref'> {
  value: string;
  mask: (text: string) => string;
  onValue: (value: string) => void;
}

/** Punctuates while one types, pastes or lets the browser fill in; the caret stays where the hand is. */
export function MaskedField({ value, mask, onValue, ...field }: MaskedFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);

  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== input.current) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  return (
    <TextField
      {...field}
      ref={input}
      value={value}
      onChange={({ target }) => {
        const masked = mask(target.value);
        caret.current = caretAfterMask(target.value, target.selectionStart ?? target.value.length, masked);
        onValue(masked);
      }}
    />
  );
}
