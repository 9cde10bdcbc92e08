import { HandCoins } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#app/ui/form/button.tsx';
import { TextField } from '#app/ui/form/text-field.tsx';
import { showToast } from '#app/ui/feedback/toast.ts';
import { askForShare } from './ask-for-share.ts';

/**
 * Somebody else pays: the phone's own sheet where there is one, elsewhere the link is copied. `isShared`:
 * the link is live; its address stands nowhere and is asked for again.
 */
export function SharePayment({ orderId, isShared }: { orderId: string; isShared: boolean }) {
  const [isLive, setLive] = useState(isShared);
  const [url, setUrl] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  async function ask(method: 'POST' | 'DELETE') {
    setBusy(true);
    const answer = await askForShare(orderId, method);
    setBusy(false);
    if (answer.ok) {
      setUrl(answer.url);
      setLive(answer.url !== null);
    } else showToast({ title: 'Não foi possível', description: answer.message, tone: 'danger', stays: true });
    return answer;
  }

  async function share(): Promise<void> {
    const answer = url === null ? await ask('POST') : ({ ok: true, url } as const);
    const address = answer.ok ? answer.url : null;
    if (address === null) return;
    if ('share' in navigator) {
      try {
        return await navigator.share({ title: 'Paga para mim?', url: address });
      } catch (error) {
        if ((error as Error).name === 'AbortError') return;
      }
    }
    try {
      await navigator.clipboard.writeText(address);
      showToast({ title: 'Link copiado!', description: 'Mande para quem vai pagar.', tone: 'success' });
    } catch {
      field.current?.focus();
      field.current?.select();
    }
  }

  async function stop(): Promise<void> {
    if (!(await ask('DELETE')).ok) return;
    // The pressed button goes with the link.
    button.current?.focus();
    showToast({ title: 'Link encerrado', description: 'Quem o tem não vê mais o pedido.' });
  }

  const ofWhich = <span className="sr-only"> do pedido #{orderId.slice(0, 8)}</span>;
  return (
    <div className="flex flex-col gap-3">
      {isLive && (
        <p className="text-sm text-muted">
          Há um link ativo para outra pessoa pagar. Quem abrir vê as skins, o valor e o seu primeiro nome, e
          paga sem conta na loja.
        </p>
      )}
      <Button ref={button} variant="outline" className="w-full" loading={isBusy} onClick={() => void share()}>
        <HandCoins aria-hidden="true" className="size-[18px]" strokeWidth={1.75} />
        {isLive ? 'Mandar o link de novo' : 'Outra pessoa vai pagar'}
        {ofWhich}
      </Button>
      {url !== null && (
        <TextField
          ref={field}
          label="Link para quem vai pagar"
          readOnly
          value={url}
          spellCheck={false}
          onFocus={({ target }) => target.select()}
        />
      )}
      {isLive && (
        <Button variant="ghost" loading={isBusy} onClick={() => void stop()}>
          Encerrar link
          {ofWhich}
        </Button>
      )}
    </div>
  );
}
