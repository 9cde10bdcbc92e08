import { Form } from 'react-router';
import type { ComponentProps } from 'react';
import { Button } from './button.tsx';

/** Opens a dialog: at once with scripts, and by an address (`?name=value`) without. */
export function OpenButton({ onOpen, ...button }: ComponentProps<typeof Button> & { onOpen: () => void }) {
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        onOpen();
      }}
    >
      <Button type="submit" {...button} />
    </Form>
  );
}
