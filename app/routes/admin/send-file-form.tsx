import { useEffect, useState, type ReactNode } from 'react';
import { Button, type ButtonVariant } from '#app/ui/form/button.tsx';

interface SendFileFormProps {
  action: string;
  className: string;
  button: string;
  variant?: ButtonVariant;
  children: ReactNode;
}

/** A form of the browser's own: the file goes out and the page comes back with what was found in it, also without scripts. */
export function SendFileForm({ action, className, button, variant = 'accent', children }: SendFileFormProps) {
  const [isSending, setSending] = useState(false);
  // Back from an answer that never came, the page may be the one that was left.
  useEffect(() => {
    const comeBack = () => setSending(false);
    addEventListener('pageshow', comeBack);
    return () => removeEventListener('pageshow', comeBack);
  }, []);
  return (
    <form
      method="post"
      encType="multipart/form-data"
      action={action}
      className={className}
      onSubmit={() => setSending(true)}
    >
      {children}
      <Button
        type="submit"
        variant={variant}
        className="shrink-0"
        loading={isSending}
        loadingLabel="Enviando..."
      >
        {button}
      </Button>
    </form>
  );
}
