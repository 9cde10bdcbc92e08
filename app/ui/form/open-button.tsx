import { Form, useSearchParams } from 'react-router';
import type { ComponentProps } from 'react';
import { Button } from './button.tsx';

interface OpenButtonProps extends ComponentProps<typeof Button> {
  onOpen: () => void;
  /** What else of the address stays. */
  keeps?: readonly string[];
}

/** Opens a dialog: at once with scripts, and by an address (`?name=value`) without. */
export function OpenButton({ onOpen, keeps = [], ...button }: OpenButtonProps) {
  const [params] = useSearchParams();
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        onOpen();
      }}
    >
      {keeps.map((name) => {
        const value = params.get(name);
        return value !== null && <input key={name} type="hidden" name={name} value={value} />;
      })}
      <Button type="submit" {...button} />
    </Form>
  );
}
