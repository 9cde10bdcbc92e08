import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Files may be dropped anywhere on the page: on a row (`data-desk-key`), or beside them all. A pasted one has no row. Without this the browser would
 * leave the page and open the file.
 * @returns null while nothing is dragged; else the row under the pointer, '' where there is none.
 */
export function useFileDrop(onDrop: (key: string, files: File[], hasFolder: boolean) => void): string | null {
  const [over, setOver] = useState<string | null>(null);
  const drop = useEffectEvent(onDrop);
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
    document.addEventListener('paste', onPaste);
    document.addEventListener('dragover', onOver);
    document.addEventListener('dragleave', onLeave);
    document.addEventListener('drop', onDropped);
    return () => {
      document.removeEventListener('paste', onPaste);
      document.removeEventListener('dragover', onOver);
      document.removeEventListener('dragleave', onLeave);
      document.removeEventListener('drop', onDropped);
    };
  }, []);
  return over;
}
