import type { ComponentProps } from 'react';
import { TextField } from './text-field.tsx';

export const EMAIL_INPUT = {
  type: 'email',
  inputMode: 'email',
  autoCapitalize: 'none',
  spellCheck: false,
  maxLength: 254,
} as const;

/** An address is typed on the keyboard for addresses, and nothing corrects its spelling. */
export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'label'> & { label?: string }) {
  return <TextField label="Email" name="email" autoComplete="email" {...EMAIL_INPUT} {...props} />;
}
