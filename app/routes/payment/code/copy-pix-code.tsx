import { Copy } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '#app/ui/form/button.tsx';
import { TextField } from '#app/ui/form/text-field.tsx';
import { showToast } from '#app/ui/feedback/toast.ts';
import { writeClipboard } from '#app/ui/form/write-clipboard.ts';

/** The one action of a buyer on a phone. `isFocused`: the form that had the focus has just made room for it. */
export function CopyPixCode({ code, isFocused }: { code: string; isFocused: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFocused) button.current?.focus({ preventScroll: true });
  }, [isFocused]);

  async function copy(): Promise<void> {
    if (await writeClipboard(code, field.current)) {
      showToast({ title: 'Código copiado!', description: 'Cole no app do seu banco', tone: 'success' });
    } else {
      showToast({
        title: 'Código selecionado',
        description: 'Copie-o e cole no app do seu banco',
        tone: 'info',
      });
    }
  }

  return (
    <div className="flex flex-col gap-3">
      <Button ref={button} size="large" className="w-full noscript:hidden" onClick={() => void copy()}>
        <Copy aria-hidden="true" className="size-5" strokeWidth={1.75} />
        Copiar código PIX
      </Button>
      <TextField
        ref={field}
        label="PIX copia e cola"
        readOnly
        value={code}
        spellCheck={false}
        onFocus={({ target }) => target.select()}
      />
    </div>
  );
}
