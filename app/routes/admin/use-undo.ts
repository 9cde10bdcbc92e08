import { useState } from 'react';
import { showToast } from '#app/ui/feedback/toast.ts';
import { useRefresh } from '#app/ui/live/use-refresh.ts';

const UNDO_MS = 10_000;

interface Undoable {
  /** What disappears from the screen meanwhile. */
  id: string;
  /** @returns the status of the answer; 0: none arrived. */
  send: () => Promise<number>;
  /** What the toast says: 'Visão apagada'. */
  title: string;
  failed: string;
}

/**
 * Instead of a question, where nothing leaves the shop: it is sent when its toast with 'Desfazer' goes, after
 * ten seconds or when it is closed. The screen leaves the thing out at once. Whoever closes the page means it.
 */
export function useUndo(): { isGone: (id: string) => boolean; later: (undoable: Undoable) => void } {
  const [gone, setGone] = useState<readonly string[]>([]);
  const refresh = useRefresh();

  function later({ id, send, title, failed }: Undoable): void {
    let isOpen = true;
    const bringBack = () => setGone((ids) => ids.filter((each) => each !== id));
    const carryOut = async () => {
      if (!isOpen) return;
      close();
      const status = await send();
      // Gone already is what was wanted.
      if (status !== 200 && status !== 404) {
        const description =
          status === 0 ? 'Sem conexão com a loja.' : 'O servidor não respondeu como esperado.';
        showToast({ title: failed, description, tone: 'danger', stays: true });
      }
      await refresh();
      bringBack();
    };
    const leave = () => void carryOut();
    function close(): void {
      isOpen = false;
      removeEventListener('pagehide', leave);
    }
    setGone((ids) => [...ids, id]);
    addEventListener('pagehide', leave);
    showToast({
      title,
      lastsMs: UNDO_MS,
      action: {
        label: 'Desfazer',
        onPress: () => {
          close();
          bringBack();
        },
      },
      onGone: leave,
    });
  }

  return { isGone: (id) => gone.includes(id), later };
}

/**
 * A form that works by itself without scripts, as it is now: it may have left the screen when it is sent. It is sent also
 * when the page is closed meanwhile. A browser takes few bytes for such a call.
 */
export function sendLater(form: HTMLFormElement): () => Promise<number> {
  const { action } = form;
  const body = new URLSearchParams([...new FormData(form)] as [string, string][]);
  return () =>
    fetch(action, { method: 'post', body, keepalive: true }).then(
      ({ status }) => status,
      () => 0,
    );
}
