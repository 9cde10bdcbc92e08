import { Share2 } from 'lucide-react';
import { Button } from '#app/ui/form/button.tsx';
import { skinPath } from '#app/ui/skin/skin-card.tsx';
import { showToast } from '#app/ui/feedback/toast.ts';

interface ShareSkinProps {
  skin: { championId: string; championName: string; num: number; name: string };
}

/** The phone's own sheet where there is one; elsewhere the link is copied. */
export function ShareSkin({ skin }: ShareSkinProps) {
  async function share(): Promise<void> {
    const url = new URL(skinPath(skin), location.href).href;
    if ('share' in navigator) {
      try {
        return await navigator.share({ title: `${skin.name} (${skin.championName})`, url });
      } catch (error) {
        // The visitor closed the sheet.
        if ((error as Error).name === 'AbortError') return;
      }
    }
    await copy(url);
  }

  return (
    <Button variant="ghost" className="mt-2 w-full" onClick={() => void share()}>
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
