import { useEffect, useEffectEvent, useState } from 'react';
import { showToast } from '#app/ui/feedback/toast.ts';

/**
 * Files may be dropped anywhere on the page: on a row (`data-desk-key`), or beside them all. A pasted one is for the open row. Without this the browser would
 * leave the page and open the file.
 * @returns null while nothing is dragged; else the row under the pointer, '' where there is none.
 */
export function useFileDrop(opened: string | null, onDrop: (skin: string, file: File) => void) {
  const [over, setOver] = useState<string | null>(null);
  const drop = useEffectEvent((key: string, [file, ...more]: File[], hasFolder: boolean) => {
    const skin = key || opened;
    if (file && skin !== null && more.length === 0 && !hasFolder) return onDrop(skin, file);
    const title = hasFolder
      ? 'Uma pasta não pode ser enviada'
      : more.length > 0
        ? 'Um arquivo de cada vez'
        : 'Solte o arquivo em cima da skin';
    const description = hasFolder ? 'Compacte a pasta e solte o arquivo.' : 'Nada foi enviado.';
    showToast({ title, description, tone: 'danger', about: 'skin-file' });
  });
  useEffect(() => {
    const rowOf = ({ target }: DragEvent) =>
      (target instanceof Element && target.closest<HTMLElement>('[data-desk-key]')?.dataset.deskKey) || '';
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(rowOf(event));
    };
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(null);
    };
    const onDropped = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(null);
      const items = [...(event.dataTransfer?.items ?? [])];
      drop(
        rowOf(event),
        [...(event.dataTransfer?.files ?? [])],
        items.some((item) => item.webkitGetAsEntry()?.isDirectory),
      );
    };
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      drop('', files, false);
    };
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener('paste', onPaste, { signal });
    document.addEventListener('dragover', onOver, { signal });
    document.addEventListener('dragleave', onLeave, { signal });
    document.addEventListener('drop', onDropped, { signal });
    return () => listening.abort();
  }, []);
  return over;
}
