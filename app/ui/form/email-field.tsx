import type { ComponentProps } from 'react';
import { TextField } from './text-field.tsx';

/** An address is typed on the keyboard for addresses, and nothing corrects its spelling. */
export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'label'> & { label?: string }) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      {...props}
    />
  );
}
