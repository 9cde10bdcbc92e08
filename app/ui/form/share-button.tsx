import { Share2 } from 'lucide-react';
import { showToast } from '../feedback/toast.ts';
import { Button, type ButtonVariant } from './button.tsx';

/** The phone's own sheet where there is one; elsewhere the link is copied. */
export function ShareButton({
  title,
  path,
  variant = 'ghost',
  className = '',
}: {
  title: string;
  /** At this shop. */
  path: string;
  variant?: ButtonVariant;
  className?: string;
}) {
  async function share(): Promise<void> {
    const url = new URL(path, location.href).href;
    if ('share' in navigator) {
      try {
        return await navigator.share({ title, url });
      } catch (error) {
        // The visitor closed the sheet.
        if ((error as Error).name === 'AbortError') return;
      }
    }
    await copy(url);
  }

  return (
    <Button variant={variant} className={className} onClick={() => void share()}>
      <Share2 aria-hidden="true" className="size-[18px]" strokeWidth={1.75} />
      Compartilhar
    </Button>
  );
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    showToast({ title: 'Link copiado!', description: 'Agora é só colar na conversa.', tone: 'success' });
  } catch {
    // Browsers hand over the clipboard only on https and when they are allowed to.
    showToast({
      title: 'Não foi possível copiar o link',
      description: 'Copie o endereço que está na barra do navegador.',
      tone: 'danger',
    });
  }
}
