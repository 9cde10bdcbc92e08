import { useState } from 'react';
import { showToast } from '#app/ui/feedback/toast.ts';
import { useRefresh } from '#app/ui/live/use-refresh.ts';
import { callAdminApi } from './call-admin-api.ts';

const UNDO_MS = 10_000;

interface UndoableCall {
  /** What disappears from the screen meanwhile. */
  id: string;
  path: string;
  method: 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
  /** What the toast says: 'Visão apagada'. */
  title: string;
  failed: string;
}

/**
 * Instead of a question, where nothing leaves the shop: the call is made when its toast with 'Desfazer' goes, after
 * ten seconds or when it is closed. The screen leaves the thing out at once. Whoever closes the page means it.
 */
export function useUndo(): { isGone: (id: string) => boolean; later: (call: UndoableCall) => void } {
  const [gone, setGone] = useState<readonly string[]>([]);
  const refresh = useRefresh();

  function later({ id, path, method, body, title, failed }: UndoableCall): void {
    let isOpen = true;
    const bringBack = () => setGone((ids) => ids.filter((each) => each !== id));
    const carryOut = async () => {
      if (!isOpen) return;
      close();
      const answer = await callAdminApi(path, body, method, undefined, true);
      // Gone already is what was wanted.
      if (!answer.ok && answer.status !== 404) {
        showToast({ title: failed, description: answer.message, tone: 'danger', stays: true });
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
