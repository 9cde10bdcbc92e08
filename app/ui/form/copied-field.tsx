import { Copy } from 'lucide-react';
import { useRef } from 'react';
import { showToast } from '../feedback/toast.ts';
import { Button } from './button.tsx';
import { TextField } from './text-field.tsx';
import { writeClipboard } from './write-clipboard.ts';

/** A text that is there to be taken along. Where the browser lets nobody copy, it is selected. */
export function CopiedField({
  label,
  text,
  button,
  noun,
}: {
  label: string;
  text: string;
  button: string;
  /** 'Chave', of a toast. */
  noun: { word: string; end: 'a' | 'o' };
}) {
  const field = useRef<HTMLInputElement>(null);

  async function copy(): Promise<void> {
    const isCopied = await writeClipboard(text, field.current);
    const { word, end } = noun;
    showToast({
      title: isCopied ? `${word} copiad${end}!` : `${word} selecionad${end}: copie-${end}`,
      tone: isCopied ? 'success' : 'info',
      about: 'key',
    });
  }

  return (
    <div className="flex w-full flex-col gap-3">
      <TextField
        ref={field}
        label={label}
        readOnly
        value={text}
        spellCheck={false}
        autoComplete="off"
        onFocus={({ target }) => target.select()}
      />
      <Button className="w-full sm:w-fit noscript:hidden" onClick={() => void copy()}>
        <Copy aria-hidden="true" className="size-[18px]" strokeWidth={1.75} />
        {button}
      </Button>
    </div>
  );
}
